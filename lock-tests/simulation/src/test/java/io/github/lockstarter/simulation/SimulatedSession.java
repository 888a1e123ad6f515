package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;
import org.jspecify.annotations.Nullable;

/**
 * A client's view of the simulated server, over two connections: one for commands, one
 * for pushes.
 */
final class SimulatedSession implements LockSession {

	private final SimulatedMachine machine;

	private final SimulatedServer server;

	private final SimulatedLink link;

	private final Journal journal;

	private final String instance;

	private final GrantListener listener;

	private final SimulatedConnector commands = new SimulatedConnector(this, (connection) -> {
	});

	private final SimulatedChannel channel;

	private final CountedRequests counted = new CountedRequests();

	private final SimulatedBatches many = new SimulatedBatches(this, this.counted);

	private boolean closed;

	SimulatedSession(SimulatedStore store, String instance, GrantListener listener) {
		this.machine = store.machine();
		this.server = store.server();
		this.link = store.link();
		this.journal = store.journal();
		this.instance = instance;
		this.listener = listener;
		this.channel = new SimulatedChannel(this);
	}

	SimulatedMachine machine() {
		return this.machine;
	}

	SimulatedServer server() {
		return this.server;
	}

	SimulatedLink link() {
		return this.link;
	}

	String instance() {
		return this.instance;
	}

	GrantListener listener() {
		return this.listener;
	}

	Journal journal() {
		return this.journal;
	}

	boolean isClosed() {
		return this.closed;
	}

	/** The connection for commands, or for pushes. */
	@Nullable SimulatedConnection connection(boolean forPushes) {
		return forPushes ? this.channel.connection() : this.commands.current();
	}

	/** How it would hear of a grant. */
	Hearing hearing() {
		return this.channel.hearing();
	}

	/** Something was pushed. */
	void heard(SimulatedConnection connection) {
		this.channel.heard(connection);
	}

	/** Grants may have been missed. */
	void grantsMayBeLost() {
		if (!this.closed) {
			this.journal.step(this.machine.name(), "lost its subscription");
			this.listener.grantsMayBeLost();
		}
	}

	/** The server has answered nothing for long. */
	void fellSilent() {
		this.journal.step(this.machine.name(), "replaces its silent connections");
		this.commands.close(true);
		this.channel.close(true);
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		Hearing how = hearing();
		String key = request.key();
		return this.counted.follow(request.sequence(), () -> send("acquire", key, request.sequence(), () -> {
			StoreAnswer answer = this.server.acquire(this.instance, request, how);
			step(answer, key, request.sequence());
			return new Heard<>(answer, isUnheard(answer, how));
		})).thenApply(this::heard);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquire(List<AcquireRequest> requests) {
		return this.many.acquire(requests);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		return this.many.acquireInOrder(requests);
	}

	/** What is not answered yet may arrive twice. */
	void mayRepeat() {
		this.counted.mayRepeat();
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next, false);
	}

	@Override
	public CompletionStage<Requeued> requeueWithoutMark(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next, this.counted.isAnswered(finished));
	}

	private CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next, boolean withoutMark) {
		Hearing how = hearing();
		return this.counted.follow(next.sequence(), () -> send("requeue", next.key(), finished, () -> {
			Requeued answer = this.server.requeue(this.instance, finished, passes, next, how, withoutMark);
			step(answer.released(), next.key(), finished);
			step(answer.next(), next.key(), next.sequence());
			return new Heard<>(answer, isUnheard(answer.next(), how));
		})).thenApply((answer) -> {
			if (withoutMark) {
				this.counted.checkReleased(next.sequence(), answer.answer().released());
			}
			return heard(answer);
		});
	}

	/** The server knows nothing of the subscription by which a waiter hopes to hear. */
	boolean isUnheard(StoreAnswer answer, Hearing how) {
		return how != Hearing.DEAF && answer.state() == AcquisitionState.QUEUED
				&& !this.server.isListening(this.instance);
	}

	<T> T heard(Heard<T> answer) {
		if (answer.unheard()) {
			this.channel.close(false);
		}
		return answer.answer();
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		return send("renew", key, sequence, () -> renewed(key, sequence, lease));
	}

	StoreAnswer renewed(String key, long sequence, Duration lease) {
		StoreAnswer answer = this.server.ask(key, (store) -> store.renew(this.instance, key, sequence, lease));
		step(answer, key, sequence);
		return answer;
	}

	@Override
	public List<CompletionStage<StoreAnswer>> renew(List<RenewRequest> requests) {
		return this.many.renew(requests);
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		return release(key, sequence, passes, keepFor, false);
	}

	@Override
	public CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes, Duration keepFor) {
		boolean withoutMark = this.counted.isAnswered(sequence);
		CompletionStage<StoreAnswer> released = this.counted.follow(sequence,
				() -> release(key, sequence, passes, keepFor, withoutMark));
		return released.thenApply((answer) -> {
			if (withoutMark) {
				this.counted.checkReleased(sequence, answer);
			}
			return answer;
		});
	}

	@Override
	public List<CompletionStage<StoreAnswer>> releaseWithoutMark(List<ReleaseRequest> requests) {
		return this.many.release(requests);
	}

	private CompletableFuture<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor,
			boolean withoutMark) {
		return send("release", key, sequence, () -> {
			StoreAnswer answer = this.server.release(this.instance, key, sequence, passes, keepFor, withoutMark);
			step(answer, key, sequence);
			return answer;
		});
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return send("inspect", key, 0, () -> this.server.records().inspect(key));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return send("force-release", key, hold.sequence(), () -> this.server.forceRelease(key, hold));
	}

	void step(StoreAnswer answer, String key, long sequence) {
		this.journal.step(this.server.name(), answer.state().name(), key, sequence);
		if (answer.state() == AcquisitionState.GRANTED) {
			this.server.granted(key, this.instance, sequence, answer.token());
		}
	}

	<T> CompletableFuture<T> send(String what, String key, long number, Supplier<T> script) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		if (this.closed) {
			answer.completeExceptionally(new StoreException("the session is closed", false, null));
			return answer;
		}
		this.journal.step(this.machine.name(), what, key, number);
		this.link.checkResources();
		this.commands.get().whenComplete((connection, failure) -> {
			if (connection != null) {
				connection.call(answer, script);
			}
			else {
				answer.completeExceptionally(failure);
			}
		});
		return answer;
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return this.channel.listen();
	}

	@Override
	public boolean isListening(String key) {
		return this.channel.isSubscribed();
	}

	@Override
	public void missed(String key) {
		this.channel.missed();
	}

	/** Let the server do something for the client itself. */
	<T> CompletionStage<T> run(Supplier<T> script) {
		return send("asks", "", 0, script);
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void close() {
		this.closed = true;
		this.commands.close(false);
		this.channel.close(false);
	}

	record Heard<T>(T answer, boolean unheard) {
	}

}
