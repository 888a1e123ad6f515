package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Decides what a call of an annotated method does if it did not obtain its lock. Beans of
 * this type are asked in their order ({@code @Order}), for methods without a
 * {@link DistributedLock#fallback() fallback} of their own; the first that returns a
 * value or throws wins. If none does, the {@link DistributedLock#failStrategy() fail
 * strategy} applies.
 *
 * <pre class="code">
 * &#64;Bean
 * LockFailureHandler conflicts() {
 *     return (failure) -&gt; {
 *         if (failure.name().startsWith("order")) {
 *             throw new OrderBusyException(failure.exception());
 *         }
 *         return Answer.NONE;
 *     };
 * }
 * </pre>
 *
 * <p>
 * Called on the threads of the calls, several at a time. Not asked about interrupts, nor
 * about an unavailable store unless the policy is
 * {@link UnavailablePolicy#TREAT_AS_CONTENDED}.
 */
@FunctionalInterface
public interface LockFailureHandler {

	/**
	 * Handle a failure.
	 * @param failure the call that failed, and the reason
	 * @return {@link Answer#of} the value that the call returns, or {@link Answer#NONE}
	 * to leave it to the next handler
	 * @throws Exception the exception that the caller gets instead of
	 * {@link LockFailure#exception()}, unchanged; a checked one only if the method
	 * declares it
	 */
	Answer handle(LockFailure failure) throws Exception;

	/**
	 * The answer of a handler.
	 */
	final class Answer {

		/**
		 * No answer: the next handler, or else the fail strategy, decides.
		 */
		public static final Answer NONE = new Answer(null);

		private final @Nullable Object value;

		private Answer(@Nullable Object value) {
			this.value = value;
		}

		/**
		 * The call returns this value.
		 * @param value a value that the method may return; {@code null} too
		 * @return the answer
		 */
		public static Answer of(@Nullable Object value) {
			return new Answer(value);
		}

		/**
		 * The value that the call returns.
		 * @return the value
		 */
		public @Nullable Object value() {
			return this.value;
		}

	}

}
