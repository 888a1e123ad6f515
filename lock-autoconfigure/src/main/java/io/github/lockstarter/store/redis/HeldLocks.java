package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;

/**
 * The acquisitions that hold their locks, so that their holders can be told at once if a
 * failover has forgotten them. Known only where sentinels make failovers; elsewhere
 * nothing is noted.
 */
final class HeldLocks {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	/** For those whose release was never answered. */
	private static final long TIDY_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** No lease becomes shorter by it. */
	private static final Duration NO_LONGER = Duration.ofMillis(1);

	private final SentinelWatch sentinels;

	private final RedisLockSession session;

	private final GrantListener listener;

	private final DebouncedTask check;

	private final DebouncedTask tidying;

	private final Map<String, Held> held = new ConcurrentHashMap<>();

	HeldLocks(Connections connections, RedisLockSession session, GrantListener listener) {
		this.sentinels = connections.sentinels();
		this.session = session;
		this.listener = listener;
		this.check = new DebouncedTask(connections.timer(), this::check);
		this.tidying = new DebouncedTask(connections.timer(), this::tidy);
		connections.whenMoved(() -> this.check.in(0));
	}

	/**
	 * Note what an answer says of an acquisition.
	 */
	StoreAnswer answered(String key, long sequence, StoreAnswer answer) {
		if (this.sentinels.isWatching()) {
			note(key, sequence, answer);
		}
		return answer;
	}

	/**
	 * Note what the answers to a batch say.
	 */
	List<CompletionStage<StoreAnswer>> answered(List<RenewRequest> requests,
			List<CompletionStage<StoreAnswer>> answers) {
		if (this.sentinels.isWatching()) {
			for (int i = 0; i < answers.size(); i++) {
				RenewRequest request = requests.get(i);
				answers.get(i).thenAccept((answer) -> note(request.key(), request.sequence(), answer));
			}
		}
		return answers;
	}

	private void note(String key, long sequence, StoreAnswer answer) {
		if (answer.state() == AcquisitionState.GRANTED) {
			this.held.put(key, new Held(sequence, System.nanoTime() + answer.remaining().toNanos()));
			this.tidying.in(TIDY_NANOS);
		}
		else if (answer.state() != AcquisitionState.QUEUED) {
			this.held.computeIfPresent(key, (name, known) -> (known.sequence() == sequence) ? null : known);
		}
	}

	private void tidy() {
		long now = System.nanoTime();
		this.held.values().removeIf((known) -> known.until() - now < 0);
		if (!this.held.isEmpty()) {
			this.tidying.in(TIDY_NANOS);
		}
	}

	/**
	 * How many are noted.
	 */
	int size() {
		return this.held.size();
	}

	/** Until all are answered for. */
	private void check() {
		tidy();
		List<RenewRequest> requests = this.held.entrySet()
			.stream()
			.map((entry) -> new RenewRequest(entry.getKey(), entry.getValue().sequence(), NO_LONGER))
			.toList();
		List<CompletionStage<StoreAnswer>> answers = this.session.lookUp(requests);
		for (int i = 0; i < requests.size(); i++) {
			RenewRequest request = requests.get(i);
			answers.get(i).whenComplete((answer, failure) -> {
				if (failure == null) {
					tell(request, answer);
				}
				else if (Failures.translate(failure, request.key()).isPassing()) {
					this.check.in(PAUSE_NANOS);
				}
			});
		}
	}

	private void tell(RenewRequest request, StoreAnswer answer) {
		AcquisitionState state = answer.state();
		if (state == AcquisitionState.LOST || state == AcquisitionState.UNKNOWN) {
			this.listener.disowned(request.key(), request.sequence(), answer);
		}
	}

	/**
	 * An acquisition that holds its lock.
	 *
	 * @param until when its lease ends, by {@link System#nanoTime()}
	 */
	private record Held(long sequence, long until) {
	}

}
