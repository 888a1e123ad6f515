package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;

/**
 * A transaction always runs, and no lock can be bound to it.
 */
class BrokenTransactions implements Transactions {

	@Override
	public boolean arePossible() {
		return true;
	}

	@Override
	public IntStream advisorOrders() {
		return IntStream.empty();
	}

	@Override
	public boolean isActive() {
		return true;
	}

	@Override
	public boolean isJoinedBy(Method method, Class<?> type) {
		return true;
	}

	@Override
	public void bind(LockHandle handle, Runnable release) {
		throw new IllegalStateException("broken");
	}

}
