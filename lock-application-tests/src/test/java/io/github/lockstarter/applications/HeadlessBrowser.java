package io.github.lockstarter.applications;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A Chromium that this machine may have. It opens a page, runs its scripts for a second
 * of their time, and prints what has become of the page.
 */
final class HeadlessBrowser {

	private static final Optional<File> CHROMIUM = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
		.flatMap((directory) -> Arrays.stream(new String[] { "chromium", "chromium-browser", "google-chrome" })
			.map((name) -> new File(directory, name)))
		.filter(File::canExecute)
		.findFirst();

	private HeadlessBrowser() {
	}

	static boolean isInstalled() {
		return CHROMIUM.isPresent();
	}

	static String open(URI page) throws IOException, InterruptedException {
		// not one of a test: the last processes of a browser may write while it is
		// deleted
		Path directory = Files.createTempDirectory(Path.of("target"), "browser");
		Path content = directory.resolve("page.html");
		Process browser = new ProcessBuilder(CHROMIUM.orElseThrow().getPath(), "--headless=new", "--no-sandbox",
				"--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
				"--user-data-dir=" + directory.resolve("profile").toAbsolutePath(), "--virtual-time-budget=1000",
				"--dump-dom", page.toString())
			.redirectOutput(content.toFile())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try {
			if (!browser.waitFor(3, TimeUnit.MINUTES)) {
				throw new IllegalStateException("Chromium has not printed the page in time");
			}
		}
		finally {
			browser.descendants().forEach(ProcessHandle::destroyForcibly);
			browser.destroyForcibly();
		}
		return Files.readString(content, StandardCharsets.UTF_8);
	}

}
