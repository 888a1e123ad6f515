package io.github.lockstarter.faults.history;

import org.jspecify.annotations.Nullable;

/**
 * What a thing shared by several processes does when it does one operation after the
 * other.
 *
 * @param <S> its state, with {@code equals}
 */
public interface Model<S> {

	S initial();

	/**
	 * Do one operation.
	 * @param state the state before
	 * @param operation the operation, with the outcome that was observed
	 * @return the state after it, or {@code null} if it can't have had that outcome
	 */
	@Nullable S apply(S state, LockOperation operation);

}
