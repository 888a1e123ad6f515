package io.github.lockstarter.logging;

import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LogText;
import io.github.lockstarter.ThrowingSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts the lock under which a guarded body runs into the diagnostic context of its
 * thread, so that each line it logs can show it: {@code lock}, its name, and
 * {@code lockToken}, its fencing token. With nested locks, the innermost one is shown.
 * Thread-safe.
 */
public final class LockMdc implements LockInstrumentation {

	/**
	 * The name of the lock; {@code none} if it has none.
	 */
	public static final String LOCK = "lock";

	/**
	 * The fencing token of the lock; those of several keys are separated by commas.
	 */
	public static final String TOKEN = "lockToken";

	/**
	 * The key of the lock; several are separated by commas.
	 */
	public static final String KEY = "lockKey";

	private static final String NO_NAME = "none";

	private final boolean showKeys;

	/**
	 * Create the instrumentation.
	 * @param showKeys whether to put the key there as well, which may be confidential
	 */
	public LockMdc(boolean showKeys) {
		this.showKeys = showKeys;
	}

	/** Other threads on which the work continues have contexts of their own. */
	@Override
	public <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
			LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
		return locked(call, handle, work);
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T locked(LockCall call, LockHandle handle,
			ThrowingSupplier<T, E> body) throws E {
		String outerLock = replace(LOCK, call.name().isEmpty() ? NO_NAME : call.name());
		String outerToken = replace(TOKEN, token(call, handle));
		String outerKey = this.showKeys ? replace(KEY, LogText.of(String.join(",", call.keys()))) : null;
		try {
			return body.get();
		}
		finally {
			put(LOCK, outerLock);
			put(TOKEN, outerToken);
			if (this.showKeys) {
				put(KEY, outerKey);
			}
		}
	}

	/** Only an exclusive holder has a token. */
	private static @Nullable String token(LockCall call, LockHandle handle) {
		if (call.kind() != LockKind.MUTEX) {
			return null;
		}
		return (call.keys().size() == 1) ? Long.toString(handle.fencingToken())
				: call.keys()
					.stream()
					.map((key) -> Long.toString(handle.fencingToken(key)))
					.collect(Collectors.joining(","));
	}

	private static @Nullable String replace(String name, @Nullable String value) {
		String before = MDC.get(name);
		put(name, value);
		return before;
	}

	private static void put(String name, @Nullable String value) {
		if (value != null) {
			MDC.put(name, value);
		}
		else {
			MDC.remove(name);
		}
	}

}
