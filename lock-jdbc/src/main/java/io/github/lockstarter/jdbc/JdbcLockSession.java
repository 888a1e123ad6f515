package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.jdbc.Requests.Work;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.InDoubtAcquisitions;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Session on a database: sends each operation to the record of its lock.
 */
final class JdbcLockSession implements LockSession {

	private static final Log logger = LogFactory.getLog(JdbcLockSession.class);

	/** More would keep a busy database from answering in time. */
	private static final int MOST_IN_ORDER = 100;

	private final Requests requests;

	private final String table;

	private final String instance;

	private final GrantChannel channel;

	private final LocalListeners local;

	private final KnownRows known = new KnownRows();

	private final InDoubtAcquisitions inDoubt = new InDoubtAcquisitions();

	private volatile boolean closed;

	JdbcLockSession(Requests requests, JdbcStoreSettings settings, String instance, GrantChannel channel,
			LocalListeners local) {
		this.requests = requests;
		this.table = settings.table();
		this.instance = instance;
		this.channel = channel;
		this.local = local;
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		Question<StoreAnswer> question = question(request);
		NewRow first = this.known.isKnown(request.key(), request.sequence()) ? null : question.first(request.key());
		return this.inDoubt.count(request.sequence(), () -> (first != null) ? acquireFirst(request, question, first)
				: run((connection, rows) -> acquire(connection, rows, request)));
	}

	private Question<StoreAnswer> question(AcquireRequest request) {
		return (record, now) -> record.acquire(acquisition(request.sequence()), request, this.channel.way(), now);
	}

	/** The lock probably has no row. */
	private CompletableFuture<StoreAnswer> acquireFirst(AcquireRequest request, Question<StoreAnswer> question,
			NewRow first) {
		return this.closed ? CompletableFuture.failedFuture(closed()) : this.requests.limited(this.requests.begin(first)
			.thenCompose((created) -> created.isPresent()
					? CompletableFuture.completedFuture(keep(request, question.begun(first, created.getAsLong())))
					: this.requests.run((connection, rows) -> keep(request,
							question.ask(connection, rows, request.key(), this.local::tell)))));
	}

	private StoreAnswer keep(AcquireRequest request, Answered<StoreAnswer> answered) {
		this.known.keep(request.sequence(), answered.answer(), answered.row());
		return answered.answer();
	}

	private StoreAnswer acquire(Connection connection, LockTable rows, AcquireRequest request) throws SQLException {
		String key = request.key();
		Question<StoreAnswer> question = question(request);
		Answered<StoreAnswer> answered = this.known.isKnown(key, request.sequence())
				? question.ask(connection, rows, key, this.local::tell)
				: question.askOrBegin(connection, rows, key, this.local::tell);
		return keep(request, answered);
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		CompletableFuture<List<StoreAnswer>> all = run((connection, rows) -> {
			List<StoreAnswer> answers = new ArrayList<>(requests.size());
			boolean granted = true;
			for (AcquireRequest request : requests) {
				boolean wanted = granted && answers.size() < MOST_IN_ORDER;
				StoreAnswer answer = wanted ? acquire(connection, rows, request) : StoreAnswer.PASSED_OVER;
				granted = granted && answer.state() == AcquisitionState.GRANTED;
				answers.add(answer);
			}
			return answers;
		});
		List<CompletionStage<StoreAnswer>> stages = new ArrayList<>(requests.size());
		for (int i = 0; i < requests.size(); i++) {
			int index = i;
			stages.add(this.inDoubt.count(requests.get(i).sequence(),
					() -> all.thenApply((answers) -> answers.get(index))));
		}
		return stages;
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		Question<StoreAnswer> question = (record, now) -> record.renew(acquisition(sequence), lease, now);
		return run((connection, rows) -> {
			Answered<StoreAnswer> answered = question.ask(connection, rows, key, this.local::tell);
			if (this.known.isKnown(key, sequence)) {
				this.known.keep(sequence, answered.answer(), answered.row());
			}
			return answered.answer();
		});
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		this.known.take(key, sequence);
		return ask(key, (record, now) -> record.release(acquisition(sequence), passes, keepFor, now, false));
	}

	@Override
	public CompletionStage<StoreAnswer> releaseWithoutMark(String key, long sequence, int passes, Duration keepFor) {
		if (!this.inDoubt.isAnswered(sequence)) {
			return release(key, sequence, passes, keepFor);
		}
		Row known = this.known.take(key, sequence);
		Question<StoreAnswer> question = (record, now) -> record.release(acquisition(sequence), passes, keepFor, now,
				true);
		LastRow last = (known != null) ? question.last(known) : null;
		return this.inDoubt.count(sequence, () -> (last != null) ? end(question, last) : ask(key, question))
			.thenApply((answer) -> {
				this.inDoubt.checkReleased(sequence, answer);
				return answer;
			});
	}

	/** The row is probably unchanged. */
	private CompletableFuture<StoreAnswer> end(Question<StoreAnswer> question, LastRow last) {
		return this.closed ? CompletableFuture.failedFuture(closed())
				: this.requests.limited(this.requests.end(last)
					.thenCompose((deleted) -> deleted.isPresent()
							? CompletableFuture.completedFuture(question.ended(last, deleted.getAsLong()))
							: ask(last.row().key(), question)));
	}

	@Override
	public CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next, false);
	}

	@Override
	public CompletionStage<Requeued> requeueWithoutMark(long finished, int passes, AcquireRequest next) {
		return requeue(finished, passes, next, this.inDoubt.isAnswered(finished));
	}

	private CompletionStage<Requeued> requeue(long finished, int passes, AcquireRequest next, boolean withoutMark) {
		this.known.take(next.key(), finished);
		Question<Requeued> question = (record, now) -> record.requeue(acquisition(finished), passes, next,
				this.channel.way(), now, withoutMark);
		return this.inDoubt.count(next.sequence(), () -> run((connection, rows) -> {
			Answered<Requeued> answered = question.ask(connection, rows, next.key(), this.local::tell);
			this.known.keep(next.sequence(), answered.answer().next(), answered.row());
			return answered.answer();
		})).thenApply((answers) -> {
			if (withoutMark) {
				this.inDoubt.checkReleased(next.sequence(), answers.released());
			}
			return answers;
		});
	}

	@Override
	public CompletionStage<LockRecord> inspect(String key) {
		return ask(key, (record, now) -> new Reply<>(record, record.inspect(now), List.of()));
	}

	@Override
	public CompletionStage<LockPage> scan(String cursor, int count) {
		return run((connection, rows) -> rows.page(connection, cursor, Math.max(count, 1)));
	}

	@Override
	public CompletionStage<Boolean> forceRelease(String key, LockRecord.Hold hold) {
		return ask(key, (record, now) -> record.forceRelease(hold, now));
	}

	private Acquisition acquisition(long sequence) {
		return new Acquisition(this.instance, sequence);
	}

	private <T> CompletableFuture<T> ask(String key, Question<T> question) {
		return run((connection, rows) -> question.ask(connection, rows, key, this.local::tell).answer());
	}

	private <T> CompletableFuture<T> run(Work<T> work) {
		return this.closed ? CompletableFuture.failedFuture(closed()) : this.requests.run(work);
	}

	private static StoreException closed() {
		return new StoreException("the session is closed", false, null);
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return this.closed ? CompletableFuture.failedFuture(closed())
				: run((connection, rows) -> rows.dialect()).thenCompose(this.channel::listen);
	}

	@Override
	public boolean isListening(String key) {
		return this.channel.isListening();
	}

	@Override
	public void missed(String key) {
		if (this.channel.missed()) {
			wakeListener().whenComplete((sent, failure) -> {
				if (failure == null) {
					this.channel.proofSent();
				}
				else {
					this.channel.trust();
				}
			});
		}
	}

	@Override
	public CompletionStage<StoreCondition> condition() {
		return run((connection, rows) -> Conditions.of(connection, rows.dialect(), this.table));
	}

	@Override
	public CompletionStage<Void> warmUp() {
		return inspect("").handle((record, failure) -> {
			Throwable reason = (failure instanceof CompletionException) ? failure.getCause() : failure;
			if (reason instanceof StoreException cause) {
				logger.warn((cause.isPassing() ? "Locks are unavailable until the database answers: "
						: "No lock can be acquired: ") + cause.getMessage());
			}
			return null;
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.local.remove(this.instance);
		if (this.channel.close()) {
			wakeListener();
		}
	}

	private CompletableFuture<Boolean> wakeListener() {
		return this.requests.run((connection, rows) -> Notifications.wake(connection, this.instance));
	}

}
