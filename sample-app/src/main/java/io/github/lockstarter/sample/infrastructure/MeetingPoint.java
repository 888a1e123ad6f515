package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Shows a second instance the way to the Redis and the database, by a file that
 * {@code application-joined.yml} imports.
 */
@Component
@ConditionalOnProperty("sample.meeting-point")
class MeetingPoint {

	private final Path file;

	private final SharedInfrastructure infrastructure;

	private final Leftovers leftovers;

	MeetingPoint(@Value("${sample.meeting-point}") Path file, SharedInfrastructure infrastructure,
			Leftovers leftovers) {
		this.file = file;
		this.infrastructure = infrastructure;
		this.leftovers = leftovers;
	}

	@EventListener(WebServerInitializedEvent.class)
	void open() throws IOException {
		Properties properties = new Properties();
		properties.putAll(this.infrastructure.properties());
		this.leftovers.add(this.file);
		try (Writer writer = Files.newBufferedWriter(this.file)) {
			properties.store(writer, null);
		}
	}

	@EventListener(ContextClosedEvent.class)
	void close() throws IOException {
		Files.deleteIfExists(this.file);
	}

}
