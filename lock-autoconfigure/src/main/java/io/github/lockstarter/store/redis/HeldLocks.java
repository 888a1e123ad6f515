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

	/** No lease becomes shorter by it. */
	private static final Duration NO_LONGER = Duration.ofMillis(1);

	private final Connections connections;

	private final RedisLockSession session;

	private final GrantListener listener;

	private final DebouncedTask check;

	private final Map<String, Long> sequences = new ConcurrentHashMap<>();

	HeldLocks(Connections connections, RedisLockSession session, GrantListener listener) {
		this.connections = connections;
		this.session = session;
		this.listener = listener;
		this.check = new DebouncedTask(connections.timer(), this::check);
		connections.whenMoved(() -> this.check.in(0));
	}

	/**
	 * Note what an answer says of an acquisition.
	 */
	StoreAnswer answered(String key, long sequence, StoreAnswer answer) {
		if (this.connections.sentinels().isWatching()) {
			if (answer.state() == AcquisitionState.GRANTED) {
				this.sequences.put(key, sequence);
			}
			else if (answer.state() != AcquisitionState.QUEUED) {
				this.sequences.remove(key, sequence);
			}
		}
		return answer;
	}

	/** Until all are answered for. */
	private void check() {
		List<RenewRequest> requests = this.sequences.entrySet()
			.stream()
			.map((entry) -> new RenewRequest(entry.getKey(), entry.getValue(), NO_LONGER))
			.toList();
		List<CompletionStage<StoreAnswer>> answers = this.session.renew(requests);
		for (int i = 0; i < requests.size(); i++) {
			RenewRequest request = requests.get(i);
			answers.get(i).whenComplete((answer, failure) -> {
				if (failure == null) {
					tell(request, answer.state());
				}
				else if (Failures.translate(failure, request.key()).isPassing()) {
					this.check.in(PAUSE_NANOS);
				}
			});
		}
	}

	private void tell(RenewRequest request, AcquisitionState state) {
		if (state == AcquisitionState.LOST || state == AcquisitionState.UNKNOWN) {
			this.listener.revoked(request.key(), request.sequence());
		}
	}

}
