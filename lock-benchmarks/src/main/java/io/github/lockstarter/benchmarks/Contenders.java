package io.github.lockstarter.benchmarks;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.github.lockstarter.benchmarks.contender.FloorContender;
import io.github.lockstarter.benchmarks.contender.ListContender;
import io.github.lockstarter.benchmarks.contender.Lock4jContender;
import io.github.lockstarter.benchmarks.contender.LockStarterContender;
import io.github.lockstarter.benchmarks.contender.RedissonContender;
import io.github.lockstarter.benchmarks.contender.ShedLockContender;
import io.github.lockstarter.benchmarks.contender.ShedLockJdbcContender;
import io.github.lockstarter.benchmarks.contender.SpringIntegrationContender;
import io.github.lockstarter.benchmarks.contender.SpringIntegrationJdbcContender;

/**
 * The known contenders by name. A name may be followed by settings, as in
 * {@code lock-starter:renewal.interval=5s}, and may be that of any other class that
 * implements {@link Contender}.
 */
public final class Contenders {

	/** The contender that all others are compared with. */
	public static final String FLOOR = "floor";

	private static final Set<Trait> WAITS = Set.of(Trait.LEASES, Trait.WAITS);

	private static final Set<Trait> REENTERS = Set.of(Trait.LEASES, Trait.WAITS, Trait.REENTERS);

	private static final Set<Trait> RENEWS = Set.of(Trait.LEASES, Trait.WAITS, Trait.SUBSCRIBES, Trait.REENTERS,
			Trait.RENEWS);

	private static final Set<Trait> LISTENS = Set.of(Trait.LEASES, Trait.WAITS, Trait.SUBSCRIBES, Trait.REENTERS);

	private static final Set<Trait> DECIDES = Set.of(Trait.LEASES, Trait.WAITS, Trait.REENTERS, Trait.RENEWS);

	private static final Set<Trait> SHARES = Set.of(Trait.LEASES, Trait.WAITS, Trait.SUBSCRIBES, Trait.REENTERS,
			Trait.RENEWS, Trait.READS, Trait.PERMITS, Trait.TOGETHER);

	private static final Map<String, Entry> KNOWN = new LinkedHashMap<>();

	static {
		add(FLOOR, WAITS, FloorContender::new);
		add("list", Set.of(Trait.WAITS), ListContender::new);
		add("lock-starter", SHARES, (target) -> new LockStarterContender(target, false));
		add("lock-starter-fair", RENEWS, (target) -> new LockStarterContender(target, true));
		add("lock-starter-remote", WAITS,
				(target) -> new LockStarterContender(target.withDefault("local-handover.max-passes", "0"), false));
		add("redisson", SHARES, (target) -> new RedissonContender(target, false));
		add("redisson-fair", RENEWS, (target) -> new RedissonContender(target, true));
		add("spring-integration-spin", REENTERS, (target) -> new SpringIntegrationContender(target, false));
		add("spring-integration-pubsub", LISTENS, (target) -> new SpringIntegrationContender(target, true));
		add("lock4j", WAITS, Lock4jContender::new);
		add("shedlock", Set.of(Trait.LEASES), (target) -> new ShedLockContender(target, false));
		add("shedlock-safe", Set.of(Trait.LEASES), (target) -> new ShedLockContender(target, true));
		add("lock-starter-replica", Store.REDIS_WITH_REPLICA, SHARES,
				(target) -> new LockStarterContender(target, false));
		add("lock-starter-replica-acks", Store.REDIS_WITH_REPLICA, SHARES,
				(target) -> new LockStarterContender(target.withDefault("redis.replica-acks", "1"), false));
		add("lock-starter-quorum-3", Store.QUORUM_OF_THREE, DECIDES,
				(target) -> new LockStarterContender(target, false));
		add("lock-starter-quorum-5", Store.QUORUM_OF_FIVE, DECIDES,
				(target) -> new LockStarterContender(target, false));
		add("lock-starter-jdbc", Store.POSTGRESQL, SHARES, (target) -> new LockStarterContender(target, false));
		add("spring-integration-jdbc", Store.POSTGRESQL, REENTERS, SpringIntegrationJdbcContender::new);
		add("shedlock-jdbc", Store.POSTGRESQL, Set.of(Trait.LEASES), ShedLockJdbcContender::new);
	}

	private Contenders() {
	}

	private static void add(String name, Set<Trait> traits, Function<Target, Contender> opener) {
		add(name, Store.REDIS, traits, opener);
	}

	private static void add(String name, Store store, Set<Trait> traits, Function<Target, Contender> opener) {
		KNOWN.put(name, new Entry(store, traits, opener));
	}

	/**
	 * All that are known.
	 * @return their names, in the order of the report
	 */
	public static List<String> names() {
		return List.copyOf(KNOWN.keySet());
	}

	/**
	 * Contenders that keep their locks in a store.
	 * @param store the store
	 * @return their names, in the order of the report
	 */
	public static List<String> names(Store store) {
		return KNOWN.keySet().stream().filter((name) -> store(name) == store).toList();
	}

	/**
	 * Store of a contender. For one that is named by its class it is one Redis server.
	 * @param label its name, perhaps with settings
	 * @return the store
	 */
	public static Store store(String label) {
		Entry known = KNOWN.get(label.split(":", -1)[0]);
		return (known != null) ? known.store() : Store.REDIS;
	}

	/**
	 * Traits of a contender. One that is named by its class waits.
	 * @param label its name, perhaps with settings
	 * @return its traits
	 */
	public static Set<Trait> traits(String label) {
		Entry known = KNOWN.get(label.split(":", -1)[0]);
		return (known != null) ? known.traits() : WAITS;
	}

	/**
	 * Connect a contender.
	 * @param label its name, perhaps with settings
	 * @param where where its store is
	 * @return the contender
	 */
	public static Contender open(String label, Target where) {
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
		Target target = where.with(settings);
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

	private record Entry(Store store, Set<Trait> traits, Function<Target, Contender> opener) {
	}

}
