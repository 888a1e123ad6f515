package io.github.lockstarter.sample.live;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/**
 * A page in place of a browser: keeps the latest event of each name.
 */
public final class EventStream implements AutoCloseable {

	/**
	 * Far more than it takes, for a machine that is busy.
	 */
	public static final Duration PATIENCE = Duration.ofMinutes(3);

	private final JsonMapper json = new JsonMapper();

	private final Map<String, JsonNode> latest = new ConcurrentHashMap<>();

	private final CompletableFuture<Stream<String>> lines;

	private String event = "";

	/**
	 * Open the stream.
	 * @param port the port of the application
	 */
	public EventStream(int port) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/live")).build();
		this.lines = HttpClient.newHttpClient()
			.sendAsync(request, BodyHandlers.ofLines())
			.thenApply((response) -> response.body());
		this.lines.thenAcceptAsync((all) -> all.forEach(this::understand));
	}

	private void understand(String line) {
		if (line.startsWith("event:")) {
			this.event = line.substring("event:".length());
		}
		else if (line.startsWith("data:")) {
			this.latest.put(this.event, this.json.readTree(line.substring("data:".length())));
		}
	}

	/**
	 * Get an event.
	 * @param name its name
	 * @return the latest of that name; {@code null} if there was none
	 */
	public @Nullable JsonNode latest(String name) {
		return this.latest.get(name);
	}

	/**
	 * Wait for an event.
	 * @param name its name
	 * @return the next of that name
	 */
	public JsonNode next(String name) {
		this.latest.remove(name);
		return await().atMost(PATIENCE).until(() -> this.latest.get(name), (node) -> node != null);
	}

	@Override
	public void close() {
		this.lines.thenAccept(Stream::close);
	}

}
