package io.github.lockstarter.road;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.DescriptionStrategy;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher.Junction;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Walks through the library in this JVM.
 */
final class Walks {

	private static final String ROOT = "io.github.lockstarter.";

	/** Packages that are not on the way of a call, or none of the library. */
	private static final List<String> BESIDE = List.of("autoconfigure", "testing", "faults", "road");

	private static final int WARM_UPS = 10;

	private static final int ROUNDS = 15;

	private static final Duration QUIET = Duration.ofMillis(60);

	private static final List<String> FAILURES = new CopyOnWriteArrayList<>();

	static {
		Junction<TypeDescription> library = nameStartsWith(ROOT);
		for (String room : BESIDE) {
			library = library.and(not(nameStartsWith(ROOT + room + ".")));
		}
		new AgentBuilder.Default().disableClassFormatChanges()
			.with(RedefinitionStrategy.RETRANSFORMATION)
			// reflection would load classes behind the agent's back
			.with(DescriptionStrategy.Default.POOL_ONLY)
			.with(new Failures())
			.type(library)
			.transform((builder, type, loader, module, domain) -> advised(builder))
			.installOn(ByteBuddyAgent.install());
	}

	private Walks() {
	}

	/**
	 * Walk several times, after a warm-up.
	 * @return one of the shorter walks, at a quarter of them: on a busy machine many are
	 * longer, by what timers do meanwhile, and a few shorter, as an answer was there
	 * before a thread looked
	 */
	static Walk usual(Way way) throws Exception {
		for (int i = 0; i < WARM_UPS; i++) {
			way.before();
			way.walk();
			way.after();
		}
		List<Walk> walks = new ArrayList<>();
		for (int i = 0; i < ROUNDS; i++) {
			way.before();
			awaitQuiet();
			Footsteps.record();
			way.walk();
			awaitQuiet();
			walks.add(Footsteps.stop());
			way.after();
		}
		assertThat(FAILURES).isEmpty();
		walks.sort(Comparator.comparingInt(Walk::entries));
		return walks.get(ROUNDS / 4);
	}

	/** What belongs to a call and runs on other threads has ended, too. */
	private static void awaitQuiet() {
		AtomicLong seen = new AtomicLong(-1);
		await().pollDelay(Duration.ZERO).pollInterval(QUIET).until(() -> {
			long count = Footsteps.count();
			return seen.getAndSet(count) == count;
		});
	}

	private static DynamicType.Builder<?> advised(DynamicType.Builder<?> builder) {
		return builder.visit(Advice.to(Footsteps.Advised.class).on(isMethod().or(isConstructor())));
	}

	/** Classes that can't be looked at would be missing in silence. */
	private static final class Failures extends AgentBuilder.Listener.Adapter {

		@Override
		public void onError(String type, @Nullable ClassLoader loader, @Nullable JavaModule module, boolean loaded,
				Throwable failure) {
			if (type.startsWith(ROOT) && BESIDE.stream().noneMatch((room) -> type.startsWith(ROOT + room + "."))) {
				FAILURES.add(type + ": " + failure);
			}
		}

	}

	/** One way through the library, to be walked often. */
	interface Way {

		default void before() throws Exception {
		}

		void walk() throws Exception;

		default void after() throws Exception {
		}

	}

}
