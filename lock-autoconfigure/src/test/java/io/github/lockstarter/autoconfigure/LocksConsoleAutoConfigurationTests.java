package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.lockstarter.actuate.LocksConsoleEndpoint;
import io.github.lockstarter.actuate.LocksEndpoint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the page that shows the endpoint {@code locks}.
 */
class LocksConsoleAutoConfigurationTests {

	private static final String PARTS = "io/github/lockstarter/actuate/console/";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withInitializer((context) -> context.getEnvironment().setConversionService(new ApplicationConversionService()))
		.withPropertyValues("distributed-lock.store=memory", "management.endpoints.web.exposure.include=*")
		.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class, LockAutoConfiguration.class,
				LocksEndpointAutoConfiguration.class));

	private final ApplicationContextRunner console = withPaths(Map.of())
		.withPropertyValues("distributed-lock.actuator.console.enabled=true");

	@Test
	void isOffUnlessSwitchedOn() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(LocksEndpoint.class)
			.doesNotHaveBean(LocksConsoleEndpoint.class));
	}

	@ParameterizedTest
	@CsvSource({ "true, true", "yes, true", "on, true", "1, true", "false, false", "no, false", "off, false",
			"0, false" })
	void isSwitchedByEachFormOfABoolean(String value, boolean there) {
		this.console.withPropertyValues("distributed-lock.actuator.console.enabled=" + value)
			.run((context) -> assertThat(context.getBeansOfType(LocksConsoleEndpoint.class)).hasSize(there ? 1 : 0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "management.endpoints.web.exposure.include=health",
			"management.endpoints.web.exposure.include=locks", "management.endpoints.web.exposure.include=locksconsole",
			"management.endpoints.web.exposure.exclude=locksconsole", "management.endpoint.locksconsole.access=none",
			"management.endpoint.locks.access=none", "distributed-lock.enabled=false" })
	void isMissingWhereItOrTheLocksAreNotExposed(String property) {
		this.console.withPropertyValues(property)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LocksConsoleEndpoint.class));
	}

	@ParameterizedTest
	@CsvSource({ "false, unrestricted, false", "true, unrestricted, true", "true, read-only, false" })
	void offersForcedReleaseWhereTheEndpointDoes(boolean forceRelease, String access, boolean offered) {
		this.console
			.withPropertyValues(LocksEndpoint.FORCE_RELEASE_PROPERTY + "=" + forceRelease,
					"management.endpoint.locks.access=" + access)
			.run((context) -> assertThat(page(context)).contains("data-force-release=\"" + offered + "\""));
	}

	@Test
	void asksTheEndpointBesideIt() {
		this.console.run((context) -> assertThat(page(context)).contains("data-locks=\"locks\"")
			.contains("src=\"locksconsole/console.js\"")
			.doesNotContainPattern("\\{[\\w-]+}"));
	}

	@Test
	void asksTheEndpointWhereverThatIs() {
		withPaths(Map.of("locks", "view/locks", "locksconsole", "/ops/lock/page"))
			.withPropertyValues("distributed-lock.actuator.console.enabled=true")
			.run((context) -> assertThat(page(context)).contains("data-locks=\"../../view/locks\"")
				.contains("href=\"page/console.css\"")
				.contains("src=\"page/console.js\""));
	}

	@Test
	void aPathEndsNoAttribute() {
		withPaths(Map.of("locks", "a\"b&c")).withPropertyValues("distributed-lock.actuator.console.enabled=true")
			.run((context) -> assertThat(page(context)).contains("data-locks=\"a&quot;b&amp;c\""));
	}

	@Test
	void thePageHasNeitherCodeNorAddressesFromOutside() {
		this.console.run((context) -> assertThat(page(context)).doesNotContainIgnoringCase("http:")
			.doesNotContainIgnoringCase("https:")
			.doesNotContainPattern("<script(?![^>]* src=)")
			.doesNotContainPattern("<style|\\sstyle=|\\son\\w+=")
			.contains("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"));
	}

	@Test
	void servesEachPartThatThePageHas() {
		this.console.run((context) -> assertThat(parts()).isNotEmpty().allSatisfy((name) -> {
			Resource part = new PathMatchingResourcePatternResolver().getResource("classpath:" + PARTS + name);
			WebEndpointResponse<Resource> answer = context.getBean(LocksConsoleEndpoint.class).part(name);
			assertThat(answer.getContentType())
				.hasToString(name.endsWith(".css") ? "text/css;charset=UTF-8" : "text/javascript;charset=UTF-8");
			assertThat(text(answer.getBody())).isEqualTo(text(part));
		}));
	}

	@ParameterizedTest
	@MethodSource("parts")
	void partsPutNoTextIntoMarkup(String name) throws IOException {
		assertThat(text(new PathMatchingResourcePatternResolver().getResource("classpath:" + PARTS + name)))
			.doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "://");
	}

	@Test
	void servesNothingElse() {
		this.console
			.run((context) -> assertThat(List.of("console.html", "other.js", "../LocksEndpoint.class", "<b>", ""))
				.allSatisfy((name) -> {
					WebEndpointResponse<Resource> answer = context.getBean(LocksConsoleEndpoint.class).part(name);
					assertThat(answer.getStatus()).isEqualTo(404);
					assertThat(answer.getBody()).isNull();
				}));
	}

	static List<String> parts() throws IOException {
		Pattern part = Pattern.compile(".*\\.(css|js)");
		return Arrays.stream(new PathMatchingResourcePatternResolver().getResources("classpath:" + PARTS + "*"))
			.map(Resource::getFilename)
			.filter((name) -> part.matcher(name).matches())
			.toList();
	}

	private ApplicationContextRunner withPaths(Map<String, String> paths) {
		return this.runner.withBean(PathMappedEndpoints.class, () -> new PathMappedEndpoints("/actuator", List.of()) {
			@Override
			public @Nullable String getRootPath(EndpointId endpoint) {
				return paths.get(endpoint.toString());
			}
		});
	}

	private static String page(ApplicationContext context) throws IOException {
		return text(context.getBean(LocksConsoleEndpoint.class).page());
	}

	private static String text(@Nullable Resource resource) throws IOException {
		assertThat(resource).isNotNull();
		return resource.getContentAsString(StandardCharsets.UTF_8);
	}

}
