package io.github.lockstarter.applications;

import java.io.File;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * A Chromium without a window, if this machine has one.
 */
final class Browser implements AutoCloseable {

	private static final Optional<File> CHROMIUM = onThePath("chromium", "chromium-browser", "google-chrome");

	private static final Optional<File> DRIVER = onThePath("chromedriver");

	private final ChromeDriver driver;

	Browser() {
		ChromeOptions options = new ChromeOptions().setBinary(CHROMIUM.orElseThrow())
			.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
					"--disable-background-networking");
		this.driver = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.orElseThrow())
			.usingAnyFreePort()
			.build(), options);
	}

	static boolean isInstalled() {
		return CHROMIUM.isPresent() && DRIVER.isPresent();
	}

	private static Optional<File> onThePath(String... names) {
		return Arrays.stream(names)
			.flatMap((name) -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
				.map((directory) -> new File(directory, name)))
			.filter(File::canExecute)
			.findFirst();
	}

	void open(URI page) {
		this.driver.get(page.toString());
	}

	void beAsWideAs(int width) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", true));
	}

	WebElement find(String css) {
		return this.driver.findElement(By.cssSelector(css));
	}

	List<String> texts(String css) {
		return this.driver.findElements(By.cssSelector(css))
			.stream()
			.map((element) -> element.getDomProperty("textContent"))
			.toList();
	}

	Object evaluate(String script) {
		return this.driver.executeScript("return " + script);
	}

	/** What the browser complained of since it was asked last. */
	List<String> complaints() {
		return this.driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(LogEntry::getMessage).toList();
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
