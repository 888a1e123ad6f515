package io.github.lockstarter.sample.storm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.sample.SampleApplication;
import io.github.lockstarter.sample.infrastructure.SharedInfrastructure;

import org.springframework.boot.ApplicationArguments;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * Command that starts another process of this application, as this one was started.
 */
@Component
class WorkerCommand {

	private static final String LAUNCHER = "org.springframework.boot.loader.launch.JarLauncher";

	/**
	 * A signal to the whole group of processes, as by Ctrl-C, is for the parent alone,
	 * which then ends its children in good order.
	 */
	private static final List<String> DEAF_TO_SIGNALS = List.of("sh", "-c", "trap '' INT HUP TERM; exec \"$@\"", "sh");

	private static final Set<String> NOT_PASSED_ON = Set.of("exit", "join");

	private final ApplicationArguments arguments;

	private final SharedInfrastructure infrastructure;

	WorkerCommand(ApplicationArguments arguments, SharedInfrastructure infrastructure) {
		this.arguments = arguments;
		this.infrastructure = infrastructure;
	}

	/**
	 * The way to Redis and the database is told by the environment, since other users can
	 * read the command line, and the way has passwords.
	 */
	ProcessBuilder forWorker(int number, WorkerKind kind) {
		Map<String, String> shared = this.infrastructure.properties();
		Map<String, String> own = Map.of("spring.profiles.active", kind.profiles(), "sample.instance",
				WorkerStatus.nameOf(number));
		List<String> command = new ArrayList<>(windows() ? List.of() : DEAF_TO_SIGNALS);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		ManagementFactory.getRuntimeMXBean()
			.getInputArguments()
			.stream()
			.filter((argument) -> argument.startsWith("-D") || argument.startsWith("-Xm")
					|| argument.startsWith("-XX:"))
			.filter((argument) -> !shared.containsKey(nameOf(argument)))
			.forEach(command::add);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass()));
		for (String argument : this.arguments.getSourceArgs()) {
			String name = nameOf(argument);
			if (!own.containsKey(name) && !shared.containsKey(name) && !NOT_PASSED_ON.contains(name)) {
				command.add(argument);
			}
		}
		own.forEach((name, value) -> command.add("--" + name + "=" + value));
		ProcessBuilder builder = new ProcessBuilder(command);
		shared.forEach((name, value) -> builder.environment().put(variable(name), value));
		return builder;
	}

	private static String nameOf(String argument) {
		return argument.replaceFirst("^(--|-D)", "").replaceFirst("=.*", "");
	}

	private static String variable(String property) {
		return property.toUpperCase(Locale.ROOT).replace('.', '_');
	}

	private static boolean windows() {
		return System.getProperty("os.name").startsWith("Windows");
	}

	private static String mainClass() {
		return ClassUtils.isPresent(LAUNCHER, null) ? LAUNCHER : SampleApplication.class.getName();
	}

}
