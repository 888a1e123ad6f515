package io.github.lockstarter.store;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Tells a session of which acquisitions a request may still reach the server: those that
 * wait for an answer, and those that did when a request failed or may have been sent
 * again. Only the others may be {@linkplain LockSession#releaseAndForget forgotten}.
 * Numbers come boxed, so that a caller that counts does that once. Thread-safe.
 */
public final class UnansweredAcquisitions {

	/** How many requests of each are not answered yet. */
	private final Map<Long, Integer> requests = new ConcurrentHashMap<>();

	/** Up to this one, nothing is certain of any. */
	private final AtomicLong doubtful = new AtomicLong();

	/**
	 * Create it without any.
	 */
	public UnansweredAcquisitions() {
	}

	/**
	 * A request is about to be sent.
	 * @param sequence the acquisition
	 */
	public void sent(Long sequence) {
		this.requests.merge(sequence, 1, Integer::sum);
	}

	/**
	 * A request was answered.
	 * @param sequence the acquisition
	 */
	public void answered(Long sequence) {
		this.requests.computeIfPresent(sequence, (same, count) -> (count > 1) ? count - 1 : null);
	}

	/**
	 * A request has failed, and may still be on its way.
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
	 * @param <T> what it is answered with
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
	 * Whatever is not answered yet may be sent again.
	 */
	public void doubtAll() {
		this.requests.keySet().forEach(this::doubt);
	}

	private void doubt(long sequence) {
		this.doubtful.accumulateAndGet(sequence, Math::max);
	}

	/**
	 * Refuse the answer to a release that forgets, if that may have been carried out
	 * before: an acquisition that is not known then was not lost.
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

	/** Whether no request has failed, or may have been sent again. */
	boolean isCertain(long sequence) {
		return sequence > this.doubtful.get();
	}

	/**
	 * Whether no request is on its way.
	 * @param sequence the acquisition
	 * @return false if that is not known for certain
	 */
	public boolean isAnswered(Long sequence) {
		return isCertain(sequence) && !this.requests.containsKey(sequence);
	}

}
