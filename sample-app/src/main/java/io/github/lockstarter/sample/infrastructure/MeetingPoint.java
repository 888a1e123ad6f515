package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.support.ResourcePropertySource;
import org.springframework.stereotype.Component;

/**
 * Shows a second instance of the same user the way to the Redis and the database, by a
 * file that nobody else may read, since it has their passwords.
 */
@Component
@ConditionalOnProperty(MeetingPoint.PROPERTY)
@Profile("!joined")
public class MeetingPoint {

	static final String PROPERTY = "sample.meeting-point";

	private static final String FILE = "meeting-point.properties";

	private final Path directory;

	private final SharedInfrastructure infrastructure;

	private final Leftovers leftovers;

	MeetingPoint(@Value("${" + PROPERTY + "}") Path directory, SharedInfrastructure infrastructure,
			Leftovers leftovers) {
		this.directory = directory;
		this.infrastructure = infrastructure;
		this.leftovers = leftovers;
	}

	/**
	 * Let an application use the Redis and the database of the first instance.
	 * @param context the context of the application
	 */
	public static void join(ConfigurableApplicationContext context) {
		ConfigurableEnvironment environment = context.getEnvironment();
		Path directory = Path.of(environment.getRequiredProperty(PROPERTY));
		Path file = directory.resolve(FILE);
		if (Files.notExists(file)) {
			throw new MeetingPointException(
					"There is no " + file + " of a running sample: start the sample without --join first.");
		}
		try {
			PrivateFiles.check(directory, file);
			environment.getPropertySources()
				.addLast(new ResourcePropertySource(PROPERTY, new FileSystemResource(file)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@EventListener(WebServerInitializedEvent.class)
	void open() throws IOException {
		Properties properties = new Properties();
		properties.putAll(this.infrastructure.properties());
		if (PrivateFiles.createDirectory(this.directory)) {
			this.leftovers.add(this.directory);
		}
		PrivateFiles.check(this.directory);
		this.leftovers.add(file());
		Path written = Files.createTempFile(this.directory, null, null);
		try (OutputStream output = Files.newOutputStream(written)) {
			properties.store(output, null);
		}
		Files.move(written, file(), StandardCopyOption.REPLACE_EXISTING);
	}

	@EventListener(ContextClosedEvent.class)
	void close() throws IOException {
		Files.deleteIfExists(file());
	}

	private Path file() {
		return this.directory.resolve(FILE);
	}

}
