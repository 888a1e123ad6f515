package io.github.lockstarter.sample;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Makes a small run at start-up and looks at the plot of it, in Chromium if it is
 * installed.
 */
@ExtendWith(OutputCaptureExtension.class)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		args = { "--sample.storm.orders=80", "--sample.storm.threads=8", "--sample.meeting-point=false" })
@Tag("full")
class PlotIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	@LocalServerPort
	private int port;

	private @Nullable Browser opened;

	@AfterEach
	void close() {
		if (this.opened != null) {
			this.opened.close();
		}
	}

	@Test
	void theConsoleNamesTheAddressOfThePlot(CapturedOutput output) {
		Matcher address = Pattern.compile("See this run as a plot: (http://localhost:" + this.port + ")(/\\S+)")
			.matcher(output);
		assertThat(address.find()).as("%s", output).isTrue();
		RestTestClient.bindToServer()
			.baseUrl(address.group(1))
			.build()
			.get()
			.uri(address.group(2))
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.value((page) -> assertThat(page).contains("<title>").doesNotContain("http://", "https://"));
	}

	@Test
	void showsTheRunWithoutTheLockAndWithIt() {
		open(1280, false);
		assertThat(browser().text("#status")).startsWith("80 orders").endsWith("; 0 deliveries failed.");
		assertThat(browser().text("#twice-text")).matches("without a lock: \\d+; with @DistributedLock: 0\\.");
		assertThat(browser().text("#oversold-text")).matches("without a lock: \\d+; with @DistributedLock: 0\\.");
		assertThat(browser().text("#throughput-text"))
			.matches("without a lock: [1-9]\\d*; with @DistributedLock: [1-9]\\d*\\.");
		String waits = "p50 \\d+\\.\\d, p99 \\d+\\.\\d";
		assertThat(browser().text("#waits-text"))
			.matches("without a lock: " + waits + "; with @DistributedLock: " + waits + "\\.");
		assertThat(browser().findAll(".chart canvas")).hasSize(4);
		assertThat(browser().errors()).isEmpty();
		assertThat(browser().evaluate(paintedWith("--locked"))).as("bars under the lock").isEqualTo(true);
		assertThat(browser().evaluate(paintedWith("--unlocked"))).as("bars without it").isEqualTo(true);
	}

	@Test
	void givesEachChartANameAndADescription() {
		open(1280, false);
		assertThat(browser().findAll("[role=img]")).hasSize(4).allSatisfy((chart) -> {
			assertThat(chart.getAccessibleName()).isNotBlank();
			assertThat(browser().text("#" + chart.getDomAttribute("aria-describedby"))).isNotBlank();
		});
	}

	@Test
	void fitsOnAPhone() {
		open(375, false);
		assertThat((Long) browser().evaluate("document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
	}

	@Test
	void isDarkWhereTheReaderWantsIt() {
		open(1280, true);
		assertThat(browser().evaluate("getComputedStyle(document.body).backgroundColor")).isEqualTo("rgb(20, 23, 26)");
		assertThat(browser().evaluate(paintedWith("--locked"))).as("bars in the colour for the dark").isEqualTo(true);
	}

	@Test
	void loadsNothingFromElsewhere() {
		open(1280, false);
		assertThat((List<?>) browser().evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"))
			.isNotEmpty()
			.allSatisfy((name) -> assertThat(name).asString().startsWith("http://localhost:" + this.port));
	}

	private void open(int width, boolean dark) {
		assumeTrue(Browser.isInstalled(), "The plot is not tried: there is no Chromium with chromedriver on the PATH");
		this.opened = new Browser();
		browser().lookWith(width, 800, dark);
		browser().open("http://localhost:" + this.port + "/plot.html");
		await().atMost(PATIENCE).until(() -> !browser().text("#waits-text").isEmpty());
	}

	/**
	 * Whether the chart of the throughput has a place of that colour.
	 */
	private static String paintedWith(String colour) {
		return """
				((canvas) => {
				  const context = canvas.getContext("2d");
				  const wanted = Object.assign(document.createElement("canvas").getContext("2d"),
				    { fillStyle: getComputedStyle(document.documentElement).getPropertyValue("%s") });
				  wanted.fillRect(0, 0, 1, 1);
				  const [red, green, blue] = wanted.getImageData(0, 0, 1, 1).data;
				  const painted = context.getImageData(0, 0, canvas.width, canvas.height).data;
				  return painted.some((value, at) => at %% 4 === 0 && value === red && painted[at + 1] === green && painted[at + 2] === blue);
				})(document.querySelector("#throughput canvas"))"""
			.formatted(colour);
	}

	private Browser browser() {
		assertThat(this.opened).isNotNull();
		return this.opened;
	}

}
