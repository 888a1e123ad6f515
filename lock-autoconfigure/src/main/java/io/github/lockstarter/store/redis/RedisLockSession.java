package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.Subscription.Way;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Turns the operations into scripts, and their results into answers.
 */
final class RedisLockSession implements LockSession {

	private static final Log logger = LogFactory.getLog(RedisLockSession.class);

	private static final String LAYOUT = "3";

	private static final String RETENTION_MILLIS = "5000";

	private static final String CLAIM_WINDOW_MILLIS = "500";

	/** Longer names would change how Redis encodes the record. */
	private static final int LONGEST_NAME = 60;

	private final Connections connections;

	private final ChannelNames names;

	private final GrantChannels channels;

	RedisLockSession(Connections connections, ChannelNames names, GrantListener listener) {
		this.connections = connections;
		this.names = names;
		this.channels = new GrantChannels(names, connections, listener);
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		Subscription hoped = hoped(request);
		return run(Script.ACQUIRE, request.key(), request.sequence(), arguments(request, hoped)).thenApply((result) -> {
			this.channels.confirm(hoped, Answers.isHeard(result));
			return Answers.answer(result);
		});
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		Subscription hoped = hoped(next);
		Stream<String> arguments = Stream.concat(arguments(next, hoped),
				Stream.of(Long.toString(finished), Integer.toString(passes)));
		return run(Script.REQUEUE, next.key(), next.sequence(), arguments).thenApply((result) -> {
			this.channels.confirm(hoped, Answers.isHeard(Answers.list(result, 1)));
			return Answers.requeued(result);
		});
	}

	/**
	 * By what a waiter hopes to hear.
	 */
	private @Nullable Subscription hoped(AcquireRequest request) {
		return request.queueFor().isZero() ? null : this.channels.current(record(request.key()));
	}

	private static Stream<String> arguments(AcquireRequest request, @Nullable Subscription hoped) {
		return Stream.of(millis(request.lease()), millis(request.queueFor()), name(request.owner().application()),
				name(request.owner().instance()), name(request.owner().thread()), Way.letter(hoped),
				Integer.toString(request.passes()));
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return run(Script.RENEW, key, sequence, Stream.of(millis(lease))).thenApply(Answers::answer);
	}

	/**
	 * In a Cluster a script can't name records of several slots: there each lease is
	 * renewed by itself.
	 */
	@Override
	public List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		if (requests.size() < 2 || this.connections.topology().isCluster()) {
			return requests.stream().map(this::renew).toList();
		}
		return RenewalBatch.of(requests, this::renew)
			.stream()
			.flatMap((batch) -> batch.answers(run(batch)).stream())
			.toList();
	}

	private CompletionStage<StoreAnswer> renew(RenewRequest request) {
		return renew(request.key(), request.sequence(), request.lease());
	}

	private CompletionStage<List<Object>> run(RenewalBatch batch) {
		String[] keys = batch.requests().stream().map((request) -> record(request.key())).toArray(String[]::new);
		String[] arguments = Stream
			.concat(Stream.of(LAYOUT, this.names.instance(), RETENTION_MILLIS), batch.arguments().stream())
			.toArray(String[]::new);
		return this.connections.commands().thenCompose((commands) -> Script.RENEW_MANY.run(commands, keys, arguments));
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes) {
		return run(Script.RELEASE, key, sequence, Stream.of(Integer.toString(passes))).thenApply(Answers::answer);
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return run(Script.INSPECT, key, 0, Stream.empty()).thenApply(Answers::record);
	}

	private CompletionStage<List<Object>> run(Script script, String key, long sequence, Stream<String> more) {
		String record = record(key);
		String channels = this.names.prefix(record, this.connections.topology().isCluster());
		String[] keys = { record };
		String[] arguments = Stream
			.concat(Stream.of(LAYOUT, this.names.instance(), Long.toString(sequence), RETENTION_MILLIS,
					CLAIM_WINDOW_MILLIS, channels), more)
			.toArray(String[]::new);
		return Failures.translated(this.connections.commands()
			.thenCompose((commands) -> script.run(commands, keys, arguments))
			.thenApply((result) -> Answers.checkLayout(record, result)), record);
	}

	private String record(String key) {
		return this.names.keyPrefix() + key;
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return Failures.translated(this.channels.listen(record(key)), record(key));
	}

	@Override
	public boolean isListening(String key) {
		return this.channels.current(record(key)) != null;
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return this.connections.warmUp();
	}

	@Override
	public void close() {
		CompletableFuture<Void> closed = CompletableFuture.allOf(this.channels.close(), this.connections.close());
		try {
			closed.get(2, TimeUnit.SECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.debug("The connections were not closed in an orderly way", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	private static String name(String text) {
		return (text.length() <= LONGEST_NAME) ? text : text.substring(0, LONGEST_NAME);
	}

}
