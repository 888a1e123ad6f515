package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.InDoubtAcquisitions;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.acknowledgement.ReplicaAcknowledgements;
import io.github.lockstarter.store.redis.acknowledgement.UnclaimedGrants;
import io.github.lockstarter.store.redis.command.AnswerReader;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.ReplyParser;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptArguments;
import io.github.lockstarter.store.redis.command.ScriptExecutor;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.grant.GrantChannels;
import io.github.lockstarter.store.redis.grant.Subscription;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;

/**
 * Session on Redis: runs each operation as a script and reads its answer.
 */
final class RedisLockSession implements LockSession {

	private final Connections connections;

	private final ScriptExecutor scripts;

	private final ChannelNames names;

	private final GrantChannels channels;

	private final ScriptArguments arguments;

	private final RecordScan scan;

	private final HeldLocks held;

	/**
	 * Records what a failover may forget; {@code null} if no sentinels make failovers.
	 */
	private volatile @Nullable HeldLocks recording;

	/** Whether leases count only once replicas have them. */
	private final boolean acknowledged;

	private final ReplicaAcknowledgements acknowledgements;

	private final InDoubtAcquisitions inDoubt = new InDoubtAcquisitions();

	private final Renewals renewals;

	private final ManyLocks many;

	private final StartUpWarnings warnings;

	RedisLockSession(Connections connections, ChannelNames names, GrantListener listener, int replicaAcks,
			StartUpWarnings warnings) {
		this.warnings = warnings;
		this.connections = connections;
		this.scripts = new ScriptExecutor(connections);
		this.names = names;
		this.acknowledged = replicaAcks > 0;
		this.acknowledgements = new ReplicaAcknowledgements(replicaAcks, connections, this.scripts);
		this.channels = new GrantChannels(names, connections,
				(replicaAcks == 0) ? listener : new UnclaimedGrants(listener));
		this.arguments = new ScriptArguments(names);
		this.scan = new RecordScan(connections, names.keyPrefix());
		this.held = new HeldLocks(connections, this::lookUp, this::releaseAgain, listener);
		this.renewals = new Renewals(this, connections, this.scripts, this.arguments, this.acknowledgements);
		this.many = new ManyLocks(this, connections, this.scripts, this.arguments, this.acknowledgements, this.inDoubt);
		connections.whenRepeated(this.inDoubt::doubtAll);
		connections.whenWatching((watching) -> this.recording = watching ? this.held : null);
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		String record = record(request.key());
		Subscription hoped = hoped(request, record);
		String[] arguments = this.arguments.acquire(record, request, letter(hoped));
		CompletableFuture<StoreAnswer> acquired = follow(record, script(request), arguments,
				new CountedReader<>(request.sequence()) {
					@Override
					StoreAnswer answer(String result) {
						confirm(hoped, result);
						return noted(request.key(), request.sequence(), ReplyParser.acquired(record, request, result));
					}
				});
		return !this.acknowledged ? acquired : this.acknowledgements.confirm(acquired,
				() -> renew(request.key(), request.sequence(), request.lease()));
	}

	private static Script<String> script(AcquireRequest request) {
		if (request.vote() != null) {
			return Script.VOTE;
		}
		return (request.share() != null) ? Script.SHARE : Script.ACQUIRE;
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, false, next);
	}

	@Override
	public CompletionStage<Requeued> requeueWithoutMark(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, this.inDoubt.isAnswered(finished), next);
	}

	private CompletionStage<Requeued> requeue(long finished, int passes, boolean withoutMark, AcquireRequest next) {
		String record = record(next.key());
		Subscription hoped = hoped(next, record);
		String[] arguments = this.arguments.requeue(record, finished, passes, withoutMark, next, letter(hoped));
		CompletableFuture<Requeued> requeued = follow(record, Script.REQUEUE, arguments,
				new CountedReader<>(next.sequence()) {
					@Override
					Requeued answer(String result) {
						confirm(hoped, result);
						Requeued answers = ReplyParser.requeued(record, result);
						if (withoutMark) {
							RedisLockSession.this.inDoubt.checkReleased(next.sequence(), answers.released());
						}
						released(next.key(), finished, false, answers.released());
						noted(next.key(), next.sequence(), answers.next());
						return answers;
					}
				});
		return !this.acknowledged ? requeued
				: this.acknowledgements.confirmNext(requeued, () -> renew(next.key(), next.sequence(), next.lease()));
	}

	/** Run a script of an acquisition whose requests are counted. */
	private <T> CompletableFuture<T> follow(String record, Script<String> script, String[] arguments,
			CountedReader<T> reader) {
		this.inDoubt.sent(reader.sequence);
		try {
			return this.scripts.run(script, record, new String[] { record }, arguments, reader);
		}
		catch (Throwable ex) {
			reader.failed();
			throw ex;
		}
	}

	/**
	 * The way in which a waiter expects to be notified.
	 */
	private @Nullable Subscription hoped(AcquireRequest request, String record) {
		return request.placeTimeout().isZero() ? null : this.channels.current(record);
	}

	private void confirm(@Nullable Subscription hoped, String result) {
		if (hoped != null) {
			this.channels.confirm(hoped, ReplyParser.isHeard(result));
		}
	}

	/** The letter of the way in which a waiter expects to be notified. */
	String letter(@Nullable Subscription hoped) {
		return (hoped != null) ? this.channels.letter(hoped) : ScriptArguments.DEAF;
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return this.renewals.renew(key, sequence, lease);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		return this.renewals.renew(requests);
	}

	/**
	 * Ask for the state of acquisitions, whether or not replicas have them.
	 */
	private List<CompletionStage<StoreAnswer>> lookUp(List<RenewRequest> requests) {
		return this.renewals.lookUp(requests);
	}

	/** The number of its tokens that were used is no longer known. */
	private CompletionStage<StoreAnswer> releaseAgain(RenewRequest released) {
		return release(released.key(), released.sequence(), Integer.MAX_VALUE, Duration.ZERO);
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		String record = record(key);
		return this.scripts.run(Script.RELEASE, record, new String[] { record },
				this.arguments.release(record, sequence, passes, false, keepFor),
				(result) -> released(key, sequence, !keepFor.isZero(), ReplyParser.answer(record, result)));
	}

	/** Take note of an answer where a failover may forget what it says. */
	StoreAnswer noted(String key, long sequence, StoreAnswer answer) {
		HeldLocks known = this.recording;
		if (known != null) {
			known.answered(key, sequence, answer);
		}
		return answer;
	}

	/** Take note of the answers to a batch. */
	List<CompletionStage<StoreAnswer>> noted(List<RenewRequest> requests, List<CompletionStage<StoreAnswer>> answers) {
		if (this.recording != null) {
			for (int i = 0; i < answers.size(); i++) {
				RenewRequest request = requests.get(i);
				answers.get(i).thenAccept((answer) -> noted(request.key(), request.sequence(), answer));
			}
		}
		return answers;
	}

	/** If a failover forgets for how long it is kept, it is kept for its lease. */
	StoreAnswer released(String key, long sequence, boolean kept, StoreAnswer answer) {
		HeldLocks known = this.recording;
		if (known != null && kept) {
			known.answered(key, sequence, answer);
		}
		else if (known != null) {
			known.released(key, sequence, answer);
		}
		return answer;
	}

	@Override
	public CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes, Duration keepFor) {
		Long counted = sequence;
		if (!this.inDoubt.isAnswered(counted)) {
			return release(key, sequence, passes, keepFor);
		}
		String record = record(key);
		return follow(record, Script.RELEASE, this.arguments.release(record, sequence, passes, true, keepFor),
				new CountedReader<>(counted) {
					@Override
					StoreAnswer answer(String result) {
						StoreAnswer answer = ReplyParser.answer(record, result);
						RedisLockSession.this.inDoubt.checkReleased(sequence, answer);
						return released(key, sequence, !keepFor.isZero(), answer);
					}
				});
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		String record = record(key);
		return this.scripts.run(Script.FORCE_RELEASE, record, new String[] { record },
				this.arguments.forceRelease(record, hold), (result) -> ReplyParser.isEnded(record, result));
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		return this.many.askAgain(requests);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		return this.many.acquire(requests);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> releaseWithoutMark(List<ReleaseRequest> requests) {
		return this.many.release(requests);
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		String record = record(key);
		return this.scripts.run(Script.INSPECT, record, new String[] { record }, this.arguments.inspect(record),
				(result) -> ReplyParser.record(record, result));
	}

	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return this.scan.page(cursor, Math.max(count, 1));
	}

	/** The key of a lock's record. */
	String record(String key) {
		return this.names.keyPrefix() + key;
	}

	/** The keys of the records that requests are for. */
	<Q> String[] records(List<Q> requests, Function<Q, String> key) {
		return requests.stream().map(key).map(this::record).toArray(String[]::new);
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return RedisErrors.translated(this.channels.listen(record(key)), record(key));
	}

	@Override
	public boolean isListening(String key) {
		return !this.channels.areNone() && this.channels.current(record(key)) != null;
	}

	@Override
	public void missed(String key) {
		this.channels.missed(record(key));
	}

	HeldLocks held() {
		return this.held;
	}

	GrantChannels channels() {
		return this.channels;
	}

	@Override
	public CompletionStage<StoreCondition> condition() {
		return ServerReports.ask(this.connections, this.acknowledgements.replicas());
	}

	@Override
	public @Nullable StoreException reasonForSilence() {
		return this.connections.reasonForSilence();
	}

	/** Netty's I/O threads, those of other clients and of servers included, may not. */
	@Override
	public boolean mayBlock() {
		return !(Thread.currentThread() instanceof FastThreadLocalThread
				&& ThreadExecutorMap.currentExecutor() instanceof EventLoop);
	}

	@Override
	public CompletionStage<Void> warmUp() {
		this.acknowledgements.warmUp();
		this.connections.connected().thenRun(() -> {
			this.warnings.ofDangers(this.connections, this.acknowledgements.replicas());
			// no lock has a key without text
			this.warnings.ofRefusal(inspect(""));
		});
		return this.connections.warmUp(this.warnings::ofFailure);
	}

	@Override
	public void close() {
		this.channels.close();
		BoundedClose.of(this.connections.server(), this.connections::close);
	}

	/**
	 * Reads the answer to a request of an acquisition, which counts as in doubt until
	 * then. A single object for each request, since every lock needs two.
	 *
	 * @param <T> the answer
	 */
	private abstract class CountedReader<T> implements AnswerReader<String, T> {

		/** The acquisition with which the request is counted, boxed once. */
		private final Long sequence;

		CountedReader(Long sequence) {
			this.sequence = sequence;
		}

		abstract T answer(String result);

		@Override
		public T read(String result) {
			T answer = answer(result);
			RedisLockSession.this.inDoubt.answered(this.sequence);
			return answer;
		}

		@Override
		public void failed() {
			RedisLockSession.this.inDoubt.failed(this.sequence);
		}

	}

}
