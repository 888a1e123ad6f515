package io.github.lockstarter.sample.storm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
	 * What the whole group of processes is sent, as by Ctrl-C, is for the parent alone,
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

	List<String> forWorker(int number, WorkerKind kind) {
		List<String> command = new ArrayList<>(windows() ? List.of() : DEAF_TO_SIGNALS);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		ManagementFactory.getRuntimeMXBean()
			.getInputArguments()
			.stream()
			.filter((argument) -> argument.startsWith("-D") || argument.startsWith("-Xm"))
			.forEach(command::add);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass()));
		Map<String, String> own = new LinkedHashMap<>(this.infrastructure.properties());
		own.put("spring.profiles.active", kind.profiles());
		own.put("sample.instance", WorkerStatus.nameOf(number));
		for (String argument : this.arguments.getSourceArgs()) {
			String name = argument.replaceFirst("^--", "").replaceFirst("=.*", "");
			if (!own.containsKey(name) && !NOT_PASSED_ON.contains(name)) {
				command.add(argument);
			}
		}
		own.forEach((name, value) -> command.add("--" + name + "=" + value));
		return command;
	}

	private static boolean windows() {
		return System.getProperty("os.name").startsWith("Windows");
	}

	private static String mainClass() {
		return ClassUtils.isPresent(LAUNCHER, null) ? LAUNCHER : SampleApplication.class.getName();
	}

}
