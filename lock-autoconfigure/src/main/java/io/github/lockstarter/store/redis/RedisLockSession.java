package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;

/**
 * Turns the operations into scripts, and their results into answers.
 */
final class RedisLockSession implements LockSession {

	private static final String LAYOUT = "2";

	private static final String RETENTION_MILLIS = "5000";

	private static final String CLAIM_WINDOW_MILLIS = "500";

	/** Longer names would change how Redis encodes the record. */
	private static final int LONGEST_NAME = 60;

	private final Connections connections;

	private final GrantChannel channel;

	private final String keyPrefix;

	private final String instance;

	RedisLockSession(Connections connections, String keyPrefix, String instance, GrantListener listener) {
		this.connections = connections;
		this.keyPrefix = keyPrefix;
		this.instance = instance;
		this.channel = new GrantChannel(connections, keyPrefix, instance, listener);
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		return run(Script.ACQUIRE, request.key(), request.sequence(), millis(request.lease()),
				millis(request.queueFor()), name(request.owner().application()), name(request.owner().instance()),
				name(request.owner().thread()), this.channel.way())
			.thenApply(Answers::answer);
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return run(Script.RENEW, key, sequence, millis(lease)).thenApply(Answers::answer);
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence) {
		return run(Script.RELEASE, key, sequence).thenApply(Answers::answer);
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return run(Script.INSPECT, key, 0).thenApply(Answers::record);
	}

	private CompletionStage<List<Object>> run(Script script, String key, long sequence, String... more) {
		String[] keys = { this.keyPrefix + key };
		String[] arguments = Stream.concat(Stream.of(LAYOUT, this.instance, Long.toString(sequence), RETENTION_MILLIS,
				CLAIM_WINDOW_MILLIS, GrantChannel.prefix(this.keyPrefix)), Stream.of(more))
			.toArray(String[]::new);
		return Failures.translated(this.connections.commands()
			.thenCompose((commands) -> script.run(commands, keys, arguments))
			.thenApply((result) -> Answers.checkLayout(keys[0], result)), keys[0]);
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return Failures.translated(this.channel.listen(), this.keyPrefix + key);
	}

	@Override
	public boolean isListening(String key) {
		return this.channel.isListening();
	}

	@Override
	public void warmUp() {
		this.connections.warmUp();
	}

	@Override
	public void close() {
		this.channel.close();
		this.connections.close();
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	private static String name(String text) {
		return (text.length() <= LONGEST_NAME) ? text : text.substring(0, LONGEST_NAME);
	}

}
