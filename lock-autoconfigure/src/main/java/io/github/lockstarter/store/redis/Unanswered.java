package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/**
 * The commands that Redis has not answered yet. One that has waited for too long is
 * cancelled, so that it is repeated, perhaps elsewhere: in a Cluster, Lettuce keeps the
 * commands for a node that is gone until it is back. All are watched by one task, and
 * only while there are any.
 */
final class Unanswered {

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final long longestNanos;

	private final Silence silence;

	private final Topology topology;

	/** With the time at which each was sent. */
	private final Map<RedisFuture<?>, Long> commands = new ConcurrentHashMap<>();

	private final PlannedLook next = new PlannedLook(this::look);

	/**
	 * Watch over commands.
	 * @param longest how long one may wait for its answer
	 * @param silence to be told when anything is sent or answered
	 * @param topology to be asked for anew before any is cancelled
	 */
	Unanswered(Duration longest, Silence silence, Topology topology) {
		this.longestNanos = longest.toNanos();
		this.silence = silence;
		this.topology = topology;
	}

	/**
	 * Follow a command that was sent. Lettuce forgets one that is written at the very
	 * moment at which its connection is closed: it is cancelled at once.
	 */
	<R> void follow(StatefulConnection<?, ?> connection, RedisFuture<R> command,
			BiConsumer<@Nullable R, @Nullable Throwable> done) {
		this.silence.begins();
		this.commands.put(command, System.nanoTime());
		this.next.in(LOOK_NANOS);
		command.whenComplete((result, failure) -> {
			this.commands.remove(command);
			if (!Failures.isTimeout(failure)) {
				this.silence.ends();
			}
			if (failure != null && !Failures.isAnswer(failure)) {
				this.topology.refresh();
			}
			done.accept(result, failure);
		});
		if (!connection.isOpen()) {
			command.cancel(false);
		}
	}

	private void look() {
		long now = System.nanoTime();
		List<? extends RedisFuture<?>> overdue = this.commands.entrySet()
			.stream()
			.filter((sent) -> now - sent.getValue() > this.longestNanos)
			.map(Map.Entry::getKey)
			.toList();
		if (!overdue.isEmpty()) {
			this.topology.refresh()
				.whenComplete((nothing, failure) -> overdue.forEach((command) -> command.cancel(false)));
		}
		if (!this.commands.isEmpty()) {
			this.next.in(LOOK_NANOS);
		}
	}

}
