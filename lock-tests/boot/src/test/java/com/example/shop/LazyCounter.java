package com.example.shop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;

import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Service;

/**
 * A bean that is created when it is first used.
 */
@Lazy
@Service
public class LazyCounter {

	/**
	 * Do nothing but hold the lock.
	 * @return the fencing token
	 */
	@DistributedLock(key = "counter")
	public long count() {
		return LockContext.current().fencingToken();
	}

}
