package io.github.lockstarter.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Uses the page as its readers do, in Chromium if it is installed. With
 * {@code -Dsample.screenshots=<directory>} it takes the pictures for the documentation.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		args = { "--sample.storm.on-start=false", "--sample.meeting-point=false" })
@Tag("full")
class PageIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private static final int ORDERS = 400;

	@LocalServerPort
	private int port;

	private @Nullable Browser opened;

	@BeforeEach
	void open() {
		assumeTrue(Browser.isInstalled(), "The page is not tried: there is no Chromium with chromedriver on the PATH");
		this.opened = new Browser();
		look(1280, false);
		browser().open("http://localhost:" + this.port + "/");
		await().atMost(PATIENCE).until(() -> browser().text("#status"), (text) -> !text.startsWith("Connecting"));
	}

	@AfterEach
	void close() {
		if (this.opened != null) {
			this.opened.close();
		}
	}

	@Test
	void showsStormsOfEachKindAndWhoTakesOver() throws IOException {
		start("UNLOCKED", "without a lock");
		assertThat(finding("UNLOCKED", "Processed twice")).isPositive();
		start("MUTEX", "with a mutex");
		assertThat(finding("MUTEX", "Orders processed")).isEqualTo(ORDERS);
		assertThat(finding("MUTEX", "Processed twice")).isZero();
		start("READERS", "with readers");
		assertThat(finding("READERS", "Orders processed")).isEqualTo(ORDERS / 5);
		assertThat(finding("READERS", "Readers of one item at once")).isGreaterThan(1);
		start("SEMAPHORE", "with a semaphore");
		assertThat(finding("SEMAPHORE", "Parcels")).isEqualTo(2 * ORDERS);
		assertThat(finding("SEMAPHORE", "Parcels at once")).isPositive();
		start("FAIR", "with a fair lock");
		assertThat(finding("FAIR", "Receipts")).isEqualTo(2 * ORDERS);
		assertThat(finding("FAIR", "Numbers used twice")).isZero();
		start("SEVERAL_KEYS", "with several keys");
		assertThat(finding("SEVERAL_KEYS", "Payments")).isEqualTo(2 * ORDERS);
		assertThat(finding("SEVERAL_KEYS", "Money made or lost")).isZero();

		choose("ALL", 20 * ORDERS);
		press("Start the storm");
		press("Freeze worker-2");
		awaitThat(() -> assertThat(blows()).singleElement()
			.asString()
			.contains("worker-2 was frozen in the middle of an order", "worker-1 took over after", "It went on"));
		awaitThat(() -> assertThat(number("#refused") + number("#rolled-back")).isPositive());
		assertThat(browser().findAll("#locks tr")).hasSize(12);
		press("Kill worker-1");
		awaitThat(() -> assertThat(blows()).hasSize(2)
			.first()
			.asString()
			.contains("worker-1 was killed in the middle of an order", "worker-2 took over after"));
		assertThat(finding("ALL", "Processed twice")).isZero();
		assertThat(browser().text("#throughput-text")).contains("without a lock", "with all kinds");
		browser().click("summary");
		awaitThat(() -> assertThat(browser().findAll("#points tr")).hasSizeGreaterThan(2));
		browser().click("summary");

		takePictures();
		assertThat(browser().errors()).isEmpty();
	}

	@Test
	void fitsOnAPhone() {
		look(375, false);
		assertThat((Long) browser().evaluate("document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
		assertThat((Long) browser().evaluate("document.querySelector('#throughput canvas').clientWidth"))
			.isLessThanOrEqualTo(375);
	}

	@Test
	void isDarkWhereTheReaderWantsIt() {
		Object light = browser().evaluate("getComputedStyle(document.body).backgroundColor");
		look(1280, true);
		awaitThat(() -> assertThat(browser().evaluate("getComputedStyle(document.body).backgroundColor"))
			.isNotEqualTo(light));
	}

	@Test
	void givesEachControlAndEachChartAName() {
		browser().click("summary");
		assertThat(browser().findAll("button, select, summary, progress, [role=img], [role=region]")).isNotEmpty()
			.allSatisfy((element) -> assertThat(element.getAccessibleName()).as(element.getTagName()).isNotBlank());
		assertThat(browser().findAll("[role=img]")).hasSize(2)
			.allSatisfy((chart) -> assertThat(browser().text("#" + chart.getDomAttribute("aria-describedby")))
				.isNotBlank());
	}

	@Test
	void loadsNothingFromElsewhere() {
		assertThat((List<?>) browser().evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"))
			.isNotEmpty()
			.allSatisfy((name) -> assertThat(name).asString().startsWith("http://localhost:" + this.port));
	}

	private Browser browser() {
		assertThat(this.opened).isNotNull();
		return this.opened;
	}

	private void look(int width, boolean dark) {
		browser().lookWith(width, 800, dark);
	}

	private void choose(String kind, int orders) {
		browser().click("#kind option[value=" + kind + "]");
		browser().find("#orders").sendKeys(Integer.toString(orders));
	}

	/**
	 * Start a storm and wait for its end.
	 */
	private void start(String kind, String label) {
		choose(kind, ORDERS);
		press("Start the storm");
		awaitThat(() -> assertThat(browser().text("#status")).isEqualTo("The storm " + label + " is over."));
		awaitThat(() -> assertThat(row(kind)).doesNotContain("running", "–"));
	}

	/**
	 * Press a button as soon as it can be pressed.
	 */
	private void press(String label) {
		awaitThat(() -> {
			WebElement button = browser().findAll("button")
				.stream()
				.filter((other) -> other.getText().equals(label))
				.findFirst()
				.orElseThrow();
			assertThat(button.isEnabled()).isTrue();
			button.click();
		});
	}

	private static void awaitThat(ThrowingRunnable assertion) {
		await().atMost(PATIENCE).ignoreExceptions().untilAsserted(assertion);
	}

	private List<String> blows() {
		return browser().findAll("#blows li").stream().map(WebElement::getText).toList();
	}

	private int number(String css) {
		return Integer.parseInt(browser().text(css));
	}

	/**
	 * A number in the table of results.
	 */
	private int finding(String kind, String label) {
		Matcher finding = Pattern.compile("^" + label + ": (\\d+)$", Pattern.MULTILINE).matcher(row(kind));
		assertThat(finding.find()).as("%s in %s", label, row(kind)).isTrue();
		return Integer.parseInt(finding.group(1));
	}

	private String row(String kind) {
		return browser().text("#results tr[data-kind=" + kind + "]");
	}

	private void takePictures() throws IOException {
		String directory = System.getProperty("sample.screenshots", "");
		if (!directory.isEmpty()) {
			takePicture(1280, false, Path.of(directory, "page-light.webp"));
			takePicture(1280, true, Path.of(directory, "page-dark.webp"));
			takePicture(375, false, Path.of(directory, "page-phone.webp"));
		}
	}

	private void takePicture(int width, boolean dark, Path file) throws IOException {
		look(width, dark);
		awaitThat(() -> assertThat((Boolean) browser().evaluate(
				"document.querySelector('#throughput canvas').clientWidth <= document.querySelector('figure').clientWidth"))
			.isTrue());
		browser().takePicture(file);
	}

}
