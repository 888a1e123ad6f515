package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.DebouncedTask;
import org.jspecify.annotations.Nullable;

/**
 * The acquisitions that hold their locks, so that their holders can be notified at once
 * if a failover has forgotten them; and those that were released lately, so that they are
 * released again if it has forgotten that. The session records them only while sentinels
 * make failovers.
 */
final class HeldLocks {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	/** For acquisitions whose release was never answered. */
	private static final long TIDY_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** Longer than clients stay with a primary that was replaced. */
	private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** The new primary is busy enough. */
	private static final int MOST_RELEASED = 2000;

	/** It shortens no lease. */
	private static final Duration NO_LONGER = Duration.ofMillis(1);

	private final Function<List<RenewRequest>, List<CompletionStage<StoreAnswer>>> lookUp;

	private final Function<RenewRequest, CompletionStage<StoreAnswer>> release;

	private final GrantListener listener;

	private final DebouncedTask check;

	private final DebouncedTask tidying;

	/** The end of the lease of each, by {@link System#nanoTime()}. */
	private final Map<Held, Long> held = new ConcurrentHashMap<>();

	/** Until when they count as released lately, by {@link System#nanoTime()}. */
	private final Map<Held, Long> released = new ConcurrentHashMap<>();

	/** The acquisitions that have to be looked up. */
	private final Set<Held> doubtful = ConcurrentHashMap.newKeySet();

	/**
	 * Create a record without acquisitions.
	 * @param lookUp asks for the state of acquisitions
	 * @param release releases an acquisition once more
	 * @param listener notified of those that the new primary does not know
	 */
	HeldLocks(Connections connections, Function<List<RenewRequest>, List<CompletionStage<StoreAnswer>>> lookUp,
			Function<RenewRequest, CompletionStage<StoreAnswer>> release, GrantListener listener) {
		this.lookUp = lookUp;
		this.release = release;
		this.listener = listener;
		this.check = new DebouncedTask(connections.timer(), this::check);
		this.tidying = new DebouncedTask(connections.timer(), this::tidy);
		connections.whenMoved(this::checkAll);
	}

	/**
	 * Record the answer about an acquisition.
	 */
	void answered(String key, long sequence, StoreAnswer answer) {
		if (answer.state() == AcquisitionState.GRANTED) {
			this.held.put(new Held(key, sequence), System.nanoTime() + answer.remaining().toNanos());
			this.tidying.in(TIDY_NANOS);
		}
		else if (answer.state() != AcquisitionState.QUEUED) {
			this.held.remove(new Held(key, sequence));
		}
	}

	/**
	 * Record the answer to the release of an acquisition whose lock is not kept.
	 */
	void released(String key, long sequence, StoreAnswer answer) {
		answered(key, sequence, answer);
		if (answer.state() == AcquisitionState.RELEASED && this.released.size() < MOST_RELEASED) {
			this.released.put(new Held(key, sequence), System.nanoTime() + LATELY_NANOS);
			this.tidying.in(TIDY_NANOS);
		}
	}

	private void tidy() {
		long now = System.nanoTime();
		this.held.values().removeIf((until) -> until - now < 0);
		this.released.values().removeIf((until) -> until - now < 0);
		if (!this.held.isEmpty() || !this.released.isEmpty()) {
			this.tidying.in(TIDY_NANOS);
		}
	}

	/**
	 * The number of recorded acquisitions.
	 */
	int size() {
		return this.held.size();
	}

	private void checkAll() {
		this.doubtful.addAll(this.held.keySet());
		this.doubtful.addAll(this.released.keySet());
		this.check.in(0);
	}

	/** Until all are answered. */
	private void check() {
		tidy();
		List<Held> known = List.copyOf(this.doubtful);
		known.forEach(this.doubtful::remove);
		List<RenewRequest> requests = known.stream()
			.filter((one) -> this.held.containsKey(one) || this.released.containsKey(one))
			.map((one) -> new RenewRequest(one.key(), one.sequence(), NO_LONGER))
			.toList();
		List<CompletionStage<StoreAnswer>> answers = lookUp(requests);
		for (int i = 0; i < requests.size(); i++) {
			RenewRequest request = requests.get(i);
			answers.get(i).whenComplete((answer, failure) -> answered(request, answer, failure));
		}
	}

	private List<CompletionStage<StoreAnswer>> lookUp(List<RenewRequest> requests) {
		try {
			return this.lookUp.apply(requests);
		}
		catch (RuntimeException | Error ex) {
			requests.forEach(this::lookUpAgain);
			throw ex;
		}
	}

	private void lookUpAgain(RenewRequest request) {
		this.doubtful.add(new Held(request.key(), request.sequence()));
		this.check.in(PAUSE_NANOS);
	}

	private void answered(RenewRequest request, StoreAnswer answer, @Nullable Throwable failure) {
		if (failure == null && this.released.containsKey(new Held(request.key(), request.sequence()))) {
			releaseAgain(request, answer);
		}
		else if (failure == null) {
			tell(request, answer);
		}
		else {
			lookUpAgain(request);
		}
	}

	private void releaseAgain(RenewRequest request, StoreAnswer answer) {
		if (answer.state() == AcquisitionState.GRANTED) {
			this.release.apply(request).whenComplete((again, failure) -> {
				if (failure != null) {
					lookUpAgain(request);
				}
			});
		}
	}

	private void tell(RenewRequest request, StoreAnswer answer) {
		AcquisitionState state = answer.state();
		if (state == AcquisitionState.LOST || state == AcquisitionState.UNKNOWN) {
			this.listener.ownershipDenied(request.key(), request.sequence(), answer);
		}
	}

	/**
	 * An acquisition that holds its lock, alone or with others, or has held it.
	 */
	private record Held(String key, long sequence) {
	}

}
