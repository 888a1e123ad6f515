package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;

/**
 * The transactions of an application that has none.
 */
final class NoTransactions implements Transactions {

	@Override
	public boolean arePossible() {
		return false;
	}

	@Override
	public IntStream advisorOrders() {
		return IntStream.empty();
	}

	@Override
	public boolean isActive() {
		return false;
	}

	@Override
	public boolean isJoinedBy(Method method, Class<?> type) {
		return false;
	}

	@Override
	public void bind(LockHandle handle, Runnable release) {
		throw new IllegalStateException("No transaction runs on this thread; ask isActive() first.");
	}

}
