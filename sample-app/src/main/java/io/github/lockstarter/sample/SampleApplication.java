package io.github.lockstarter.sample;

import java.util.List;

import io.github.lockstarter.sample.infrastructure.MeetingPoint;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The sample. Without options, it runs the storm, prints the table and continues to serve
 * requests; {@code --exit} ends it after the table, {@code --join} makes it a second
 * instance of a running one. With the system property {@code sample.ends-with-parent} it
 * ends when the process that started it does.
 */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class SampleApplication {

	/**
	 * Start the sample.
	 * @param args {@code --exit}, {@code --join}, and any property as
	 * {@code --name=value}
	 */
	public static void main(String[] args) {
		List<String> options = List.of(args);
		boolean exit = options.contains("--exit");
		if (options.stream().noneMatch((option) -> option.startsWith("--spring.profiles.active=worker"))) {
			begin();
		}
		SpringApplication application = new SpringApplication(SampleApplication.class);
		if (options.contains("--join")) {
			application.setAdditionalProfiles("joined");
			application.addInitializers(MeetingPoint::join);
		}
		if (exit) {
			application.setWebApplicationType(WebApplicationType.NONE);
		}
		ConfigurableApplicationContext context = application.run(args);
		if (exit) {
			System.exit(SpringApplication.exit(context));
		}
	}

	private static void begin() {
		System.out.println("Starting the application and what it needs ...");
		if (Boolean.getBoolean("sample.ends-with-parent")) {
			ProcessHandle.current()
				.parent()
				.filter(SampleApplication::isStarter)
				.ifPresentOrElse((parent) -> parent.onExit().thenRun(() -> System.exit(1)), () -> System.exit(1));
		}
	}

	/** Not the first process, which adopts those whose parent has ended already. */
	private static boolean isStarter(ProcessHandle parent) {
		return parent.pid() != 1 || parent.info().command().filter((command) -> command.contains("java")).isPresent();
	}

}
