package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Trait;

/**
 * Something that happens to Redis, to the network or to a holder.
 */
public interface Fault {

	/** Beginning of the keys of all locks: a tag, so that they are in one slot. */
	String KEY = "{reliability}:";

	/** How long locks last, unless they would be open again too soon to show anything. */
	Duration LEASE = Duration.ofSeconds(5);

	/**
	 * Where a release may get lost: far longer than anything else takes, so that a lock
	 * that stays closed for the rest of its lease is seen.
	 */
	Duration LONG_LEASE = Duration.ofSeconds(30);

	/**
	 * All that there are, in the order of the report.
	 * @return each with a name of its own
	 */
	static Stream<Fault> all() {
		return Stream.<Fault[]>of(ServerFault.values(), SentinelFault.values(), ClusterFault.values())
			.flatMap(Stream::of);
	}

	/**
	 * The one with this name.
	 * @param id its name in options and results
	 * @return the fault
	 */
	static Fault of(String id) {
		return all().filter((fault) -> fault.id().equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no fault '" + id + "'. Choose among "
					+ all().map(Fault::id).collect(Collectors.joining(", ")) + "."));
	}

	/**
	 * The name of the constant.
	 * @return the name
	 */
	String name();

	/**
	 * On what it strikes.
	 * @return the title of its table
	 */
	String ground();

	/**
	 * Description for the report.
	 * @return a part of a sentence
	 */
	String description();

	/**
	 * How long the locks last that it strikes.
	 * @return their lease
	 */
	Duration lease();

	/**
	 * Whether it means anything to a contender.
	 * @param traits what the contender can do
	 * @return whether it does
	 */
	default boolean concerns(Set<Trait> traits) {
		return true;
	}

	/**
	 * Start the servers.
	 * @return the servers, and what will happen to them
	 */
	Stage prepare();

	/**
	 * Its name in options and results.
	 * @return the name
	 */
	default String id() {
		return (ground().split(" ", -1)[0] + "-" + name()).toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Servers, and what will happen to them.
	 *
	 * @param ground the servers
	 * @param strike strikes, and returns when the fault has ended; a holder is asked for
	 * only if there has to be one
	 */
	record Stage(Ground ground, Strike strike) implements AutoCloseable {

		@Override
		public void close() {
			this.ground.close();
		}

	}

	/**
	 * Strikes.
	 */
	@FunctionalInterface
	interface Strike {

		/**
		 * Begin the fault and end it.
		 * @param holder finds a holder, and keeps it holding
		 */
		void run(Supplier<Holder> holder);

	}

}
