package io.github.lockstarter.autoconfigure;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;

import org.springframework.core.annotation.AliasFor;

/**
 * Locks of each kind, asked for in each form. A method says what it holds, and what the
 * work finds that runs meanwhile.
 */
class EachForm {

	private static final String NOTHING = "nothing";

	static String held(Supplier<String> work) {
		LockHandle held = LockContext.current();
		return held.kind() + " " + held.permits() + " " + held.keys() + " " + work.get();
	}

	@DistributedLock(key = "document:#{#id}", kind = LockKind.READ)
	public String read(String id, Supplier<String> work) {
		return held(work);
	}

	@DistributedLock(key = "document:#{#id}", waitTime = 0, fallback = "refused")
	public String write(String id, Supplier<String> work) {
		return held(work);
	}

	private String refused(String id, Supplier<String> work) {
		return "refused " + id;
	}

	@DistributedLock(key = "workers", kind = LockKind.SEMAPHORE, permits = 2, capacityString = "${workers}",
			waitTime = 0, failStrategy = LockFailStrategy.SKIP)
	public String work(Supplier<String> work) {
		return held(work);
	}

	@DistributedLock(key = "ticket", fair = true, waitTimeString = "${wait}")
	public String queue(Supplier<String> work) {
		return held(work);
	}

	@DistributedLock(key = { "account:#{#from.number}", "account:#{#to.number}" })
	public String transfer(Account from, Account to) {
		return held(() -> NOTHING);
	}

	@DistributedLock(key = "account:#{#accounts.![number]}")
	public String closeAll(List<Account> accounts) {
		return held(() -> NOTHING);
	}

	@DistributedLock(key = "customer:#{#id}", segments = 1)
	public String segment(String id) {
		return held(() -> NOTHING);
	}

	@DistributedLock(key = "#id", condition = "#id != 'open'")
	public String unlessOpen(String id) {
		return LockContext.held().isEmpty() ? NOTHING : held(() -> NOTHING);
	}

	@Exclusively("composed:#{#p0}")
	public String composed(String id) {
		return held(() -> NOTHING);
	}

	record Account(String number) {
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(key = "")
	@interface Exclusively {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String[] value();

	}

	@DistributedLock(key = "ledger:#{#root.methodName}")
	interface Ledger {

		String book();

	}

	static class PaperLedger implements Ledger {

		@Override
		public String book() {
			return held(() -> NOTHING);
		}

	}

	@DistributedLock(key = "archive:#{#root.targetClass.simpleName}", kind = LockKind.READ)
	static class Archive {

		public String find() {
			return held(() -> NOTHING);
		}

	}

}
