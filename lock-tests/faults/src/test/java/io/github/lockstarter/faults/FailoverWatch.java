package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.faults.history.Amnesia;
import io.github.lockstarter.testing.EmbeddedRedis;

import static org.awaitility.Awaitility.await;

/**
 * Looks at each server all the time, and knows from when on a replica that took over may
 * have granted locks, and until when the one before it did, which may be long after: it
 * is told late that it has been replaced, and so are some of its clients.
 */
final class FailoverWatch implements AutoCloseable {

	private static final Duration OFTEN = Duration.ofMillis(20);

	/** A server that stands still does not answer at all. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private final List<Watched> servers;

	/** In which no failover loses anything. */
	private final List<Period> harmless = new CopyOnWriteArrayList<>();

	private volatile boolean closed;

	/**
	 * Create this when all servers work.
	 */
	FailoverWatch(List<EmbeddedRedis> servers) {
		this.servers = servers.stream().map(Watched::new).toList();
		this.servers.forEach(Watched::start);
		awaitLook();
	}

	/**
	 * Do something of which no server may take over without knowing everything.
	 */
	void losingNothing(Runnable action) {
		long before = System.nanoTime();
		action.run();
		awaitLook();
		this.harmless.add(new Period(before, System.nanoTime()));
	}

	/**
	 * When data may have been lost by now, since a replica took over, or a server came
	 * back empty.
	 */
	List<Amnesia> amnesias() {
		awaitLook();
		return this.servers.stream().map(Watched::shard).distinct().flatMap(this::amnesias).toList();
	}

	/**
	 * When a server was last seen to have taken over, if any has.
	 */
	OptionalLong lastTakeOver() {
		return this.servers.stream()
			.flatMap(Watched::reigns)
			.filter((reign) -> reign.from > Long.MIN_VALUE)
			.mapToLong((reign) -> reign.seenAt)
			.max();
	}

	/**
	 * In the order in which they ended; the last of those that granted anything goes on.
	 */
	private Stream<Amnesia> amnesias(int shard) {
		List<Reign> reigns = this.servers.stream()
			.filter((server) -> server.shard() == shard)
			.flatMap(Watched::reigns)
			.filter((reign) -> reign.until > Long.MIN_VALUE)
			.sorted(Comparator.<Reign>comparingInt((reign) -> reign.over ? 0 : 1)
				.thenComparingLong((reign) -> reign.until))
			.toList();
		return Stream.iterate(1, (i) -> i < reigns.size(), (i) -> i + 1)
			.filter((i) -> this.harmless.stream().noneMatch((period) -> period.contains(reigns.get(i).seenAt)))
			.map((i) -> new Amnesia(reigns.get(i).from, reigns.get(i - 1).until, true));
	}

	private void awaitLook() {
		long now = System.nanoTime();
		await("a look at each server").pollInterval(OFTEN)
			.atMost(Duration.ofMinutes(1))
			.until(() -> this.servers.stream().allMatch((server) -> server.lookedAfter > now));
	}

	@Override
	public void close() {
		this.closed = true;
		this.servers.forEach(Watched::end);
	}

	/** A time in which a server was a primary, and kept its data. */
	private static final class Reign {

		/** Before it may have granted anything. */
		private final long from;

		private final long seenAt;

		/** After it was last seen to have run a script. */
		private volatile long until = Long.MIN_VALUE;

		/** Whether it follows another one, or is gone. */
		private volatile boolean over;

		Reign(long from, long seenAt) {
			this.from = from;
			this.seenAt = seenAt;
		}

	}

	private record Period(long from, long until) {

		boolean contains(long moment) {
			return this.from <= moment && moment <= this.until;
		}

	}

	/**
	 * What a server says of itself.
	 *
	 * @param run another one for each process
	 * @param primary whether it is one
	 * @param followed the port of the one it follows, or 0
	 * @param scripts how many have been run
	 */
	private record Answer(String run, boolean primary, int followed, long scripts) {

		static Answer of(String info) {
			String followed = value(info, "master_port:");
			return new Answer(value(info, "run_id:"), value(info, "role:").equals("master"),
					followed.isEmpty() ? 0 : Integer.parseInt(followed),
					info.lines()
						.filter((line) -> line.startsWith("cmdstat_eval"))
						.mapToLong((line) -> Long.parseLong(line.replaceAll("[^:]*:calls=(\\d+),.*", "$1")))
						.sum());
		}

		private static String value(String info, String name) {
			return info.lines()
				.filter((line) -> line.startsWith(name))
				.map((line) -> line.substring(name.length()))
				.findFirst()
				.orElse("");
		}

	}

	/** A server, and its reigns. */
	private final class Watched {

		private final EmbeddedRedis server;

		private final RedisClient client;

		private final Thread thread = new Thread(this::watch, "failover-watch");

		private final List<Reign> reigns = new CopyOnWriteArrayList<>();

		private @Nullable StatefulRedisConnection<String, String> connection;

		private @Nullable Answer last;

		/** When the last look began at which it was not known to reign. */
		private long notBefore = Long.MIN_VALUE;

		private @Nullable Reign reign;

		private volatile int shard;

		private volatile long lookedAfter = Long.MIN_VALUE;

		Watched(EmbeddedRedis server) {
			this.server = server;
			this.client = server.newClient(PATIENCE);
			this.client.setOptions(ClientOptions.builder().autoReconnect(false).build());
			this.thread.setDaemon(true);
		}

		void start() {
			this.thread.start();
		}

		int shard() {
			return this.shard;
		}

		Stream<Reign> reigns() {
			return this.reigns.stream();
		}

		private void watch() {
			while (!FailoverWatch.this.closed) {
				look();
				LockSupport.parkNanos(OFTEN.toNanos());
			}
		}

		private void look() {
			long before = System.nanoTime();
			try {
				if (this.connection == null) {
					this.connection = this.client.connect();
				}
				answered(Answer.of(this.connection.sync().info("everything")), before);
			}
			catch (RedisException ex) {
				disconnect();
				if (!this.server.isRunning()) {
					gone(before);
				}
			}
			this.lookedAfter = before;
		}

		private void answered(Answer answer, long before) {
			long now = System.nanoTime();
			if (this.last != null && !this.last.run().equals(answer.run())) {
				gone(this.lookedAfter);
			}
			if (this.last == null && this.reigns.isEmpty()) {
				this.shard = answer.primary() ? this.server.port() : answer.followed();
			}
			long scripts = (this.last != null) ? this.last.scripts() : 0;
			if (answer.primary() && this.reign == null) {
				this.reign = new Reign(this.notBefore, now);
				this.reigns.add(this.reign);
			}
			if (this.reign != null && answer.scripts() > scripts) {
				this.reign.until = now;
			}
			if (!answer.primary()) {
				endReign();
				this.notBefore = before;
			}
			this.last = answer;
		}

		/**
		 * Nobody knows what it did since the last look, and it is empty when it is back.
		 */
		private void gone(long before) {
			if (this.reign != null) {
				this.reign.until = System.nanoTime();
			}
			endReign();
			this.last = null;
			this.notBefore = before;
		}

		private void endReign() {
			if (this.reign != null) {
				this.reign.over = true;
				this.reign = null;
			}
		}

		private void disconnect() {
			if (this.connection != null) {
				this.connection.closeAsync();
				this.connection = null;
			}
		}

		void end() {
			try {
				this.thread.join();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			this.client.shutdown();
		}

	}

}
