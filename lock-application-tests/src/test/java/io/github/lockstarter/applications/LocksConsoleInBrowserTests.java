package io.github.lockstarter.applications;

import java.util.List;
import java.util.regex.Pattern;

import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a browser makes of the page that shows the endpoint {@code locks}.
 */
@EnabledIf(value = "io.github.lockstarter.applications.HeadlessBrowser#isInstalled",
		disabledReason = "there is no Chromium on the path")
class LocksConsoleInBrowserTests {

	private static final String RELEASE = "--distributed-lock.actuator.force-release.enabled=";

	@Test
	void showsWhoHoldsALockHereAndOnRecord() throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(WebApplicationType.SERVLET);
				LockHandle held = application.locks().lock("kettle/1").name("stock").acquire()) {
			String page = open(application);
			assertThat(page).contains("1 lock held, 0 calls waiting.", "1 lock on record.")
				.doesNotContain("role=\"alert\">");
			assertThat(cells(page, "Name")).containsExactly("stock");
			assertThat(cells(page, "Key")).as("of this instance and of all").containsExactly("kettle/1", "kettle/1");
			assertThat(cells(page, "Token")).containsOnly(Long.toString(held.fencingToken())).hasSize(2);
			assertThat(cells(page, "Kind")).containsOnly("mutex");
			assertThat(cells(page, "Lease left")).allSatisfy((rest) -> assertThat(rest).matches("\\d+\\.\\d s"));
		}
	}

	@Test
	void showsAKeyAsText() throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(WebApplicationType.SERVLET);
				LockHandle held = application.locks().lock("<img src=x>\u202e&amp;").acquire()) {
			assertThat(held.isValid()).isTrue();
			assertThat(cells(open(application), "Key")).hasSize(2).containsOnly("&lt;img src=x&gt;\\u{202e}&amp;amp;");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void offersForcedReleaseOnlyWhereItIsEnabled(boolean enabled) throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(WebApplicationType.REACTIVE, RELEASE + enabled);
				LockHandle held = application.locks().lock("kettle").acquire()) {
			assertThat(held.isValid()).isTrue();
			assertThat(open(application).contains("aria-label=\"Release: kettle\"")).isEqualTo(enabled);
		}
	}

	@Test
	void saysThatTheLocksAreNotExposed() throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(WebApplicationType.SERVLET,
				"--management.endpoints.web.exposure.include=locksconsole",
				"--management.endpoints.jmx.exposure.include=locks", "--spring.jmx.enabled=true")) {
			assertThat(open(application)).contains("There is no endpoint 'locks' for you here (404)")
				.contains("role=\"alert\">");
		}
	}

	private static String open(ConsoleApplication application) throws Exception {
		return HeadlessBrowser.open(application.address("/actuator/locksconsole"));
	}

	private static List<String> cells(String page, String title) {
		return Pattern.compile("data-title=\"" + title + "\">([^<]*)<")
			.matcher(page)
			.results()
			.map((cell) -> cell.group(1))
			.toList();
	}

}
