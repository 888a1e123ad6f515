package io.github.lockstarter.sample;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;

/**
 * A headless Chromium that this machine has. Nothing is downloaded.
 */
final class Browser implements AutoCloseable {

	private static final Optional<File> BROWSER = onThePath("chromium", "chromium-browser", "google-chrome");

	private static final Optional<File> DRIVER = onThePath("chromedriver");

	private final ChromeDriver driver;

	Browser() {
		ChromeOptions options = new ChromeOptions().setBinary(BROWSER.orElseThrow())
			.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
					"--disable-background-networking", "--disable-component-update", "--hide-scrollbars");
		this.driver = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.orElseThrow())
			.usingAnyFreePort()
			.build(), options);
	}

	/**
	 * Whether there are a Chromium and its driver.
	 */
	static boolean isInstalled() {
		return BROWSER.isPresent() && DRIVER.isPresent();
	}

	private static Optional<File> onThePath(String... names) {
		return Arrays.stream(names)
			.flatMap((name) -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
				.map((directory) -> new File(directory, name)))
			.filter(File::canExecute)
			.findFirst();
	}

	void open(String address) {
		this.driver.get(address);
	}

	/**
	 * Look with a screen of that size, in light or dark colours.
	 */
	void lookWith(int width, int height, boolean dark) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
	}

	void click(String css) {
		find(css).click();
	}

	String text(String css) {
		return find(css).getText();
	}

	WebElement find(String css) {
		return this.driver.findElement(By.cssSelector(css));
	}

	List<WebElement> findAll(String css) {
		return this.driver.findElements(By.cssSelector(css));
	}

	Object evaluate(String script) {
		return this.driver.executeScript("return " + script);
	}

	List<String> errors() {
		return this.driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(Object::toString).toList();
	}

	void takePicture(Path file) throws IOException {
		Files.createDirectories(file.toAbsolutePath().getParent());
		Map<String, Object> picture = this.driver.executeCdpCommand("Page.captureScreenshot",
				Map.of("format", "webp", "quality", 80, "captureBeyondViewport", true, "clip",
						Map.of("x", 0, "y", 0, "scale", 1, "width", evaluate("document.documentElement.clientWidth"),
								"height", evaluate("document.documentElement.scrollHeight"))));
		Files.write(file, Base64.getDecoder().decode((String) picture.get("data")));
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
