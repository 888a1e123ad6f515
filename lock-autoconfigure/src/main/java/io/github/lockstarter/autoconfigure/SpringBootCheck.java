package io.github.lockstarter.autoconfigure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses a Spring Boot that is too old, before any class of ours needs what it lacks.
 */
class SpringBootCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\..*");

	private static final int LOWEST_MAJOR = 3;

	private static final int LOWEST_MINOR = 4;

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		check(SpringBootVersion.getVersion());
	}

	static void check(@Nullable String version) {
		Matcher parts = VERSION.matcher(String.valueOf(version));
		if (parts.matches() && isTooOld(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)))) {
			throw new LockConfigurationException(
					"Distributed locks need Spring Boot " + LOWEST_MAJOR + "." + LOWEST_MINOR
							+ " or later, but this application has Spring Boot " + version + ".",
					"Upgrade Spring Boot, or remove lock-starter.");
		}
	}

	private static boolean isTooOld(int major, int minor) {
		return major < LOWEST_MAJOR || (major == LOWEST_MAJOR && minor < LOWEST_MINOR);
	}

}
