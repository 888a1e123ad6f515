package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import org.jspecify.annotations.Nullable;

/**
 * Turns the operations into scripts, and their results into answers.
 */
final class RedisLockSession implements LockSession {

	/** Longer names would change how Redis encodes the record. */
	private static final int LONGEST_NAME = 60;

	/** What the field for an instance's last finished acquisition begins with. */
	private static final String MARK = "finished:";

	/** How many arguments {@code head.lua} describes. */
	private static final int HEAD_ARGUMENTS = 4;

	/** How many arguments there are with those of {@code acquiring.lua}. */
	private static final int ACQUIRE_ARGUMENTS = 11;

	private final Connections connections;

	private final ScriptCalls scripts;

	private final ChannelNames names;

	private final GrantChannels channels;

	private final String mark;

	private final RecordScan scan;

	private final HeldLocks held;

	private final ReplicaAcknowledgements acknowledgements;

	RedisLockSession(Connections connections, ChannelNames names, GrantListener listener, int replicaAcks) {
		this.connections = connections;
		this.scripts = new ScriptCalls(connections);
		this.names = names;
		this.acknowledgements = connections.openAcknowledgements(replicaAcks, this.scripts);
		this.channels = new GrantChannels(names, connections, (replicaAcks == 0) ? listener : new ClaimFirst(listener));
		this.mark = MARK + names.instance();
		this.scan = new RecordScan(connections, names.keyPrefix());
		this.held = new HeldLocks(connections, this, listener);
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		String record = record(request.key());
		Subscription hoped = hoped(request, record);
		String[] arguments = arguments(ACQUIRE_ARGUMENTS, record, request, hoped);
		return this.acknowledgements
			.confirm(this.scripts.run(Script.ACQUIRE, record, new String[] { record }, arguments, (result) -> {
				this.channels.confirm(hoped, Answers.isHeard(result));
				return this.held.answered(request.key(), request.sequence(), Answers.answer(record, result));
			}), () -> renew(request.key(), request.sequence(), request.lease()));
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		String record = record(next.key());
		Subscription hoped = hoped(next, record);
		String[] arguments = arguments(ACQUIRE_ARGUMENTS + 2, record, next, hoped);
		arguments[ACQUIRE_ARGUMENTS] = Long.toString(finished);
		arguments[ACQUIRE_ARGUMENTS + 1] = Integer.toString(passes);
		CompletableFuture<Requeued> requeued = this.scripts.run(Script.REQUEUE, record, new String[] { record },
				arguments, (result) -> {
					this.channels.confirm(hoped, Answers.isHeard(result));
					Requeued answers = Answers.requeued(record, result);
					this.held.answered(next.key(), finished, answers.released());
					this.held.answered(next.key(), next.sequence(), answers.next());
					return answers;
				});
		return this.acknowledgements.confirmNext(requeued, () -> renew(next.key(), next.sequence(), next.lease()));
	}

	/**
	 * By what a waiter hopes to hear.
	 */
	private @Nullable Subscription hoped(AcquireRequest request, String record) {
		return request.queueFor().isZero() ? null : this.channels.current(record);
	}

	private String[] arguments(int count, String record, AcquireRequest request, @Nullable Subscription hoped) {
		String[] arguments = arguments(count, record, request.sequence());
		arguments[4] = millis(request.lease());
		arguments[5] = millis(request.queueFor());
		arguments[6] = name(request.owner().application());
		arguments[7] = name(request.owner().instance());
		arguments[8] = name(request.owner().thread());
		arguments[9] = this.channels.letter(hoped);
		arguments[10] = Integer.toString(request.passes());
		return arguments;
	}

	/**
	 * The first arguments of a script, as {@code head.lua} describes them, and room for
	 * more.
	 */
	private String[] arguments(int count, String record, long sequence) {
		String[] arguments = new String[count];
		arguments[0] = acquisition(sequence);
		arguments[1] = this.mark;
		arguments[2] = Long.toString(sequence);
		arguments[3] = this.names.prefix(record, this.connections.topology().isCluster());
		return arguments;
	}

	private String acquisition(long sequence) {
		return this.names.instance() + ":" + sequence;
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		if (!this.acknowledgements.areNeeded()) {
			return run(Script.RENEW, key, sequence, renewal(HEAD_ARGUMENTS + 1, key, sequence, lease));
		}
		String record = record(key);
		String[] arguments = renewal(HEAD_ARGUMENTS + 2, key, sequence, lease);
		arguments[HEAD_ARGUMENTS + 1] = "1";
		return this.acknowledgements.run(Script.RENEW, record, new String[] { record }, arguments,
				(result) -> this.held.answered(key, sequence, Answers.answer(record, result)),
				ReplicaAcknowledgements::isGrant);
	}

	private String[] renewal(int count, String key, long sequence, Duration lease) {
		String[] arguments = arguments(count, record(key), sequence);
		arguments[HEAD_ARGUMENTS] = millis(lease);
		return arguments;
	}

	/**
	 * Ask how acquisitions stand, whatever replicas have of them.
	 */
	List<CompletionStage<StoreAnswer>> lookUp(List<RenewRequest> requests) {
		return this.acknowledgements.areNeeded() ? requests.stream().map(this::lookUp).toList() : renew(requests);
	}

	private CompletionStage<StoreAnswer> lookUp(RenewRequest request) {
		return run(Script.RENEW, request.key(), request.sequence(),
				renewal(HEAD_ARGUMENTS + 1, request.key(), request.sequence(), request.lease()));
	}

	/**
	 * The usual case, in which the lock is not kept, has one argument less.
	 */
	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		String record = record(key);
		boolean kept = keepFor.toMillis() > 0;
		String[] arguments = arguments(HEAD_ARGUMENTS + (kept ? 2 : 1), record, sequence);
		arguments[HEAD_ARGUMENTS] = Integer.toString(passes);
		if (kept) {
			arguments[HEAD_ARGUMENTS + 1] = millis(keepFor);
		}
		return run(Script.RELEASE, key, sequence, arguments);
	}

	private CompletionStage<StoreAnswer> run(Script<String> script, String key, long sequence, String[] arguments) {
		String record = record(key);
		return this.scripts.run(script, record, new String[] { record }, arguments,
				(result) -> this.held.answered(key, sequence, Answers.answer(record, result)));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		String record = record(key);
		String[] arguments = arguments(HEAD_ARGUMENTS + 1, record, hold.sequence());
		arguments[0] = hold.instance() + ":" + hold.sequence();
		arguments[1] = MARK + hold.instance();
		arguments[HEAD_ARGUMENTS] = Long.toString(hold.token());
		return this.scripts.run(Script.FORCE_RELEASE, record, new String[] { record }, arguments,
				(result) -> Answers.isEnded(record, result));
	}

	/**
	 * In a Cluster a script can't name records of several slots: there each lock is asked
	 * for by itself.
	 */
	@Override
	public List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		if (isEachByItself(requests)) {
			return requests.stream().map(this::acquire).toList();
		}
		return ScriptBatch.of(requests, Answers::stillQueued, this::acquire)
			.stream()
			.flatMap((batch) -> queued(batch).stream())
			.toList();
	}

	private List<CompletionStage<StoreAnswer>> queued(ScriptBatch<AcquireRequest> batch) {
		String[] records = records(batch.requests(), AcquireRequest::key);
		Subscription hoped = this.channels.current(records[0]);
		Stream<String> shared = Stream.of(this.names.instance(), this.mark, this.names.name(records[0], false),
				this.channels.letter(hoped));
		Stream<String> each = batch.requests()
			.stream()
			.flatMap((request) -> Stream.of(Long.toString(request.sequence()), millis(request.queueFor()),
					Integer.toString(request.passes())));
		String[] arguments = Stream.concat(shared, each).toArray(String[]::new);
		return batch.answers(this.scripts.run(Script.ACQUIRE_MANY, records[0], records, arguments, (result) -> {
			this.channels.confirm(hoped, Answers.areHeard(result));
			return result;
		}), records[0]);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		if (isEachByItself(requests)) {
			return requests.stream().map(this::renew).toList();
		}
		return ScriptBatch.of(requests, Answers::renewed, this::renew)
			.stream()
			.flatMap((batch) -> renewed(batch).stream())
			.toList();
	}

	private List<CompletionStage<StoreAnswer>> renewed(ScriptBatch<RenewRequest> batch) {
		String[] records = records(batch.requests(), RenewRequest::key);
		String[] arguments = batch.requests()
			.stream()
			.flatMap((request) -> Stream.of(acquisition(request.sequence()), millis(request.lease())))
			.toArray(String[]::new);
		return this.held.answered(batch.requests(), batch.answers(this.acknowledgements.run(Script.RENEW_MANY,
				records[0], records, arguments, Function.identity(), (renewed) -> true), records[0]));
	}

	private CompletionStage<StoreAnswer> renew(RenewRequest request) {
		return renew(request.key(), request.sequence(), request.lease());
	}

	private boolean isEachByItself(List<?> requests) {
		return requests.size() < 2 || this.connections.topology().isCluster();
	}

	private <Q> String[] records(List<Q> requests, Function<Q, String> key) {
		return requests.stream().map(key).map(this::record).toArray(String[]::new);
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		String record = record(key);
		return this.scripts.run(Script.INSPECT, record, new String[] { record }, arguments(HEAD_ARGUMENTS, record, 0),
				(result) -> Answers.record(record, result));
	}

	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return this.scan.page(cursor, Math.max(count, 1));
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
	public void missed(String key) {
		this.channels.missed(record(key));
	}

	HeldLocks held() {
		return this.held;
	}

	@Override
	public CompletionStage<StoreCondition> condition() {
		return ServerReports.ask(this.connections, this.acknowledgements.replicas());
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return this.connections.warmUp();
	}

	@Override
	public void close() {
		LimitedClosing.of(List.of(this.channels::close, this.acknowledgements::close, this.connections::close));
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	private static String name(String text) {
		return (text.length() <= LONGEST_NAME) ? text : text.substring(0, LONGEST_NAME);
	}

}
