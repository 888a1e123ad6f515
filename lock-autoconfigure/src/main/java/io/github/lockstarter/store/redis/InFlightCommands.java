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
final class InFlightCommands {

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final SessionTimer timer;

	private final long longestNanos;

	private final SilenceDetector silence;

	private final Topology topology;

	/** With the time at which each was sent. */
	private final Map<RedisFuture<?>, Long> commands = new ConcurrentHashMap<>();

	private final DebouncedTask next;

	/**
	 * Watch over commands.
	 * @param timer runs the looks at them
	 * @param longest how long one may wait for its answer
	 * @param silence to be told when anything is sent or answered
	 * @param topology to be asked for anew before any is cancelled
	 */
	InFlightCommands(SessionTimer timer, Duration longest, SilenceDetector silence, Topology topology) {
		this.timer = timer;
		this.next = new DebouncedTask(timer, this::look);
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
		try {
			cancelOverdue();
		}
		finally {
			if (!this.commands.isEmpty()) {
				this.next.in(LOOK_NANOS);
			}
		}
	}

	private void cancelOverdue() {
		long now = System.nanoTime();
		List<? extends RedisFuture<?>> overdue = this.commands.entrySet()
			.stream()
			.filter((sent) -> now - sent.getValue() > this.longestNanos)
			.map(Map.Entry::getKey)
			.toList();
		if (!overdue.isEmpty()) {
			this.timer
				.limited(this.topology.refresh(), LOOK_NANOS, "the Redis Cluster did not tell its topology in time")
				.whenComplete((nothing, failure) -> overdue.forEach((command) -> command.cancel(false)));
		}
	}

}
