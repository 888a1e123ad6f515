package io.github.lockstarter.benchmarks;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.lockstarter.benchmarks.contender.FloorContender;
import io.github.lockstarter.benchmarks.contender.LockStarterContender;
import io.github.lockstarter.benchmarks.contender.RedissonContender;
import io.github.lockstarter.benchmarks.contender.SpringIntegrationContender;

/**
 * The known contenders by name. A name may be followed by settings, as in
 * {@code lock-starter:renewal.interval=5s}, and may be that of any other class that
 * implements {@link Contender}.
 */
public final class Contenders {

	/** The contender that all others are compared with. */
	public static final String FLOOR = "floor";

	private static final Map<String, Entry> KNOWN = new LinkedHashMap<>();

	static {
		add(FLOOR, Suits.EVERYTHING, FloorContender::new);
		add("lock-starter", Suits.EVERYTHING, LockStarterContender::new);
		add("redisson", Suits.EVERYTHING, (target) -> new RedissonContender(target, false));
		add("redisson-fair", Suits.EVERYTHING, (target) -> new RedissonContender(target, true));
		add("spring-integration-spin", Suits.EVERYTHING, (target) -> new SpringIntegrationContender(target, false));
		add("spring-integration-pubsub", Suits.EVERYTHING, (target) -> new SpringIntegrationContender(target, true));
	}

	private Contenders() {
	}

	private static void add(String name, Suits suits, Function<Target, Contender> opener) {
		KNOWN.put(name, new Entry(suits, opener));
	}

	/**
	 * All that are known.
	 * @return their names, in the order of the report
	 */
	public static List<String> names() {
		return List.copyOf(KNOWN.keySet());
	}

	/**
	 * What a contender can take part in.
	 * @param label its name, perhaps with settings
	 * @return what suits it
	 */
	public static Suits suits(String label) {
		Entry known = KNOWN.get(label.split(":", -1)[0]);
		return (known != null) ? known.suits() : Suits.EVERYTHING;
	}

	/**
	 * Connect a contender.
	 * @param label its name, perhaps with settings
	 * @param host the host of Redis
	 * @param port its port
	 * @return the contender
	 */
	public static Contender open(String label, String host, int port) {
		String[] parts = label.split(":", -1);
		Map<String, String> settings = new LinkedHashMap<>();
		for (int i = 1; i < parts.length; i++) {
			String[] setting = parts[i].split("=", 2);
			if (setting.length < 2) {
				throw new IllegalArgumentException(
						"Write the setting '" + parts[i] + "' of " + label + " as name=value.");
			}
			settings.put(setting[0], setting[1]);
		}
		Entry known = KNOWN.get(parts[0]);
		Target target = new Target(host, port, settings);
		return (known != null) ? known.opener().apply(target) : byClass(parts[0], target);
	}

	private static Contender byClass(String name, Target target) {
		try {
			Constructor<? extends Contender> constructor = Class.forName(name)
				.asSubclass(Contender.class)
				.getConstructor(Target.class);
			return constructor.newInstance(target);
		}
		catch (InvocationTargetException ex) {
			throw new IllegalStateException("The contender " + name + " can't be opened: " + ex.getCause(), ex);
		}
		catch (ReflectiveOperationException | ClassCastException ex) {
			throw new IllegalArgumentException(
					"There is no contender '" + name + "'. Choose among " + names()
							+ ", or name a class that implements Contender and has a public constructor with a Target.",
					ex);
		}
	}

	private record Entry(Suits suits, Function<Target, Contender> opener) {
	}

}
