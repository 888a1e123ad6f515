package io.github.lockstarter.applications;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.StringUtils;

import static org.awaitility.Awaitility.await;

/**
 * Two instances of an application on servers of their own, and the Redis that they share.
 */
final class Instances implements AutoCloseable {

	private final EmbeddedRedis redis;

	private final List<ConfigurableApplicationContext> instances;

	private final HttpClient http = HttpClient.newHttpClient();

	private Instances(EmbeddedRedis redis, List<ConfigurableApplicationContext> instances) {
		this.redis = redis;
		this.instances = instances;
	}

	static Instances start(Class<?> application, WebApplicationType type, String... arguments) {
		EmbeddedRedis redis = EmbeddedRedis.start();
		return new Instances(redis,
				IntStream.range(0, 2)
					.mapToObj((each) -> instance(application, type, redis.port(), arguments))
					.toList());
	}

	private static ConfigurableApplicationContext instance(Class<?> application, WebApplicationType type, int redis,
			String... arguments) {
		return new SpringApplicationBuilder(application).web(type)
			.run(StringUtils.concatenateStringArrays(arguments,
					new String[] { "--server.port=0", "--spring.data.redis.port=" + redis,
							"--spring.main.banner-mode=off", "--spring.mvc.async.request-timeout=2m",
							"--distributed-lock.wait-time=60s" }));
	}

	private int port(int instance) {
		return this.instances.get(instance).getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	<T> T bean(int instance, Class<T> type) {
		return this.instances.get(instance).getBean(type);
	}

	/** A busy machine may need several questions. */
	boolean isHeld(String key) {
		return await().ignoreException(LockUnavailableException.class)
			.until(() -> bean(0, LockClient.class).lock(key).inspect().held(), (held) -> true);
	}

	/** Ask an instance, without waiting for its answer. */
	CompletableFuture<HttpResponse<String>> get(int instance, String path) {
		URI uri = URI.create("http://localhost:" + port(instance) + path);
		return this.http.sendAsync(HttpRequest.newBuilder(uri).build(),
				HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
	}

	/** Ask an instance on a connection that can be cut. */
	Socket open(int instance, String path) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(instance));
		socket.getOutputStream()
			.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	@Override
	public void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
		this.redis.close();
	}

}
