package io.github.lockstarter.store;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The acquisitions of a session of which a request may still reach the server: those that
 * wait for an answer, and those that did when a request failed or may have been sent
 * again. Only the others may be {@linkplain LockSession#releaseWithoutMark released
 * without a mark}. Takes boxed numbers, so that a caller boxes them once. Thread-safe.
 */
public final class InDoubtAcquisitions {

	/** The number of unanswered requests of each. */
	private final Map<Long, Integer> requests = new ConcurrentHashMap<>();

	/** Nothing is certain about any acquisition up to this one. */
	private final AtomicLong doubtful = new AtomicLong();

	/**
	 * Create a record without acquisitions.
	 */
	public InDoubtAcquisitions() {
	}

	/**
	 * Note that a request is about to be sent.
	 * @param sequence the acquisition
	 */
	public void sent(Long sequence) {
		this.requests.merge(sequence, 1, Integer::sum);
	}

	/**
	 * Note that a request was answered.
	 * @param sequence the acquisition
	 */
	public void answered(Long sequence) {
		this.requests.computeIfPresent(sequence, (same, count) -> (count > 1) ? count - 1 : null);
	}

	/**
	 * Note that a request has failed and may still be under way.
	 * @param sequence the acquisition
	 */
	public void failed(Long sequence) {
		doubt(sequence);
		answered(sequence);
	}

	/**
	 * Send a request, and count it until it is answered or has failed.
	 * @param sequence the acquisition
	 * @param request sends it
	 * @param <T> the type of its answer
	 * @return the answer
	 */
	public <T> CompletionStage<T> count(Long sequence, Supplier<? extends CompletionStage<T>> request) {
		sent(sequence);
		return request.get().whenComplete((answer, failure) -> {
			if (failure == null) {
				answered(sequence);
			}
			else {
				failed(sequence);
			}
		});
	}

	/**
	 * Note that all unanswered requests may be sent again.
	 */
	public void doubtAll() {
		this.requests.keySet().forEach(this::doubt);
	}

	private void doubt(long sequence) {
		this.doubtful.accumulateAndGet(sequence, Math::max);
	}

	/**
	 * Refuse the answer to a release without a mark, if the release may have been carried
	 * out before: the store no longer knows the acquisition then, although it was not
	 * lost.
	 * @param sequence the acquisition with which the release was counted
	 * @param answer the answer to the release
	 * @throws StoreException if the answer says nothing
	 */
	public void checkReleased(long sequence, StoreAnswer answer) {
		if (answer.state() == AcquisitionState.UNKNOWN && !isCertain(sequence)) {
			throw new StoreException("the connection was lost before a release was answered", true,
					StoreException.Kind.CONNECTION, null);
		}
	}

	/** Whether no request has failed or may have been sent again. */
	boolean isCertain(long sequence) {
		return sequence > this.doubtful.get();
	}

	/**
	 * Whether no request is under way. A request that fails meanwhile is first doubted,
	 * and then no longer counted, so this asks in the opposite order.
	 * @param sequence the acquisition
	 * @return false if that is not certain
	 */
	public boolean isAnswered(Long sequence) {
		return !this.requests.containsKey(sequence) && isCertain(sequence);
	}

}
