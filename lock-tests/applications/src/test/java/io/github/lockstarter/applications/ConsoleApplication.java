package io.github.lockstarter.applications;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;

/**
 * An application on a server of its own, whose locks are in memory and are shown by the
 * console.
 */
final class ConsoleApplication implements AutoCloseable {

	private final HttpClient http = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private ConsoleApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static ConsoleApplication start(WebApplicationType type, String... arguments) {
		return new ConsoleApplication(application().web(type).run(arguments));
	}

	/** Shows what that one tells. */
	static ConsoleApplication start(LockAdmin admin) {
		return new ConsoleApplication(application().web(WebApplicationType.SERVLET)
			.initializers((context) -> ((GenericApplicationContext) context).registerBean("admin", LockAdmin.class,
					() -> admin, (definition) -> definition.setPrimary(true)))
			.run());
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(Application.class).properties("server.port=0",
				"spring.main.banner-mode=off", "distributed-lock.store=memory",
				"distributed-lock.actuator.console.enabled=true",
				"management.endpoints.web.exposure.include=locks,locksconsole");
	}

	LockClient locks() {
		return this.context.getBean(LockClient.class);
	}

	URI address(String path) {
		Environment environment = this.context.getEnvironment();
		String port = environment.getProperty("local.management.port",
				environment.getRequiredProperty("local.server.port"));
		return URI.create("http://localhost:" + port + path);
	}

	HttpResponse<String> get(URI address, String accept) throws IOException, InterruptedException {
		return send(HttpRequest.newBuilder(address).header("Accept", accept));
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
	}

	@Override
	public void close() {
		this.context.close();
	}

	// there are two servers for WebFlux here, and each would make a context for a second
	// port
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = "org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration")
	static class Application {

	}

}
