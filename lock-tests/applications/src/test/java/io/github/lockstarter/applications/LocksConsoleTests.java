package io.github.lockstarter.applications;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;

import io.github.lockstarter.testing.Full;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page that shows the endpoint {@code locks}, as a browser asks for it.
 */
@Full
class LocksConsoleTests {

	private static final String HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

	private static final String HOSTILE = "<img src=x onerror=alert(1)>";

	private static final Pattern PART = Pattern.compile("(?:href|src)=\"([^\"]+\\.(?:css|js))\"");

	private static final Pattern IMPORT = Pattern.compile("from '([^']+)'");

	private static final Pattern LOCKS = Pattern.compile("data-locks=\"([^\"]+)\"");

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void isServedWithAllItsParts(WebApplicationType type) throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(type)) {
			assertServed(application, application.address("/actuator/locksconsole"));
		}
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void isServedWhereverEndpointsAre(WebApplicationType type) throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(type, "--management.server.port=0",
				"--management.endpoints.web.base-path=/ops",
				"--management.endpoints.web.path-mapping.locksconsole=lock/page",
				"--management.endpoints.web.path-mapping.locks=view/locks")) {
			assertServed(application, application.address("/ops/lock/page"));
		}
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void isNotThereUnlessItIsExposed(WebApplicationType type) throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(type,
				"--management.endpoints.web.exposure.include=locks")) {
			assertThat(application.get(application.address("/actuator/locksconsole"), HTML).statusCode())
				.isEqualTo(404);
			assertThat(application.get(application.address("/actuator/locksconsole/console.js"), "*/*").statusCode())
				.isEqualTo(404);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void repeatsNothingOfKeysAndRequests(WebApplicationType type) throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(type)) {
			URI page = application.address("/actuator/locksconsole");
			String before = application.get(page, HTML).body();
			application.locks().lock(HOSTILE).run(() -> assertThat(body(application, page)).isEqualTo(before));
			assertThat(body(application, URI.create(page + "?key=%3Cimg%20src=x%3E"))).isEqualTo(before);
			HttpResponse<String> answer = application.get(URI.create(page + "/%3Cimg%20src=x%3E"), HTML);
			assertThat(answer.statusCode()).isBetween(400, 499);
			assertThat(answer.body()).doesNotContain("<img");
		}
	}

	private static void assertServed(ConsoleApplication application, URI page)
			throws IOException, InterruptedException {
		HttpResponse<String> html = application.get(page, HTML);
		assertThat(html.statusCode()).isEqualTo(200);
		assertThat(type(html)).isEqualToIgnoringCase("text/html;charset=UTF-8");
		List<URI> parts = PART.matcher(html.body()).results().map((part) -> page.resolve(part.group(1))).toList();
		assertThat(parts).hasSize(2);
		URI script = parts.get(1);
		for (URI part : parts) {
			assertPart(application, part);
		}
		for (String imported : IMPORT.matcher(application.get(script, "*/*").body())
			.results()
			.map((part) -> part.group(1))
			.toList()) {
			assertPart(application, script.resolve(imported));
		}
		assertThat(locks(html)).singleElement().satisfies((path) -> {
			HttpResponse<String> locks = application.get(page.resolve(path), "application/json");
			assertThat(locks.statusCode()).isEqualTo(200);
			assertThat(locks.body()).contains("\"held\"");
		});
	}

	private static void assertPart(ConsoleApplication application, URI part) throws IOException, InterruptedException {
		boolean style = part.getPath().endsWith(".css");
		HttpResponse<String> answer = application.get(part, style ? "text/css,*/*;q=0.1" : "*/*");
		assertThat(answer.statusCode()).as("%s", part).isEqualTo(200);
		assertThat(type(answer)).isEqualToIgnoringCase((style ? "text/css" : "text/javascript") + ";charset=UTF-8");
		assertThat(answer.body()).isNotBlank();
	}

	private static List<String> locks(HttpResponse<String> html) {
		return LOCKS.matcher(html.body()).results().map((path) -> path.group(1)).toList();
	}

	private static String type(HttpResponse<String> answer) {
		return answer.headers().firstValue("Content-Type").orElse("").replace(" ", "");
	}

	private static String body(ConsoleApplication application, URI address) {
		try {
			return application.get(address, HTML).body();
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
