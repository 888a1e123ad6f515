package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockAdmin.Page;
import io.github.lockstarter.LockAdmin.StoreStatus;
import io.github.lockstarter.LockAdmin.WaitingCall;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInfo.Holder;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockReleasedByForceEvent;
import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Holds;
import io.github.lockstarter.core.hold.LeaseMath;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.ThreadNames;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreCondition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the locks of this JVM, and at those that the store has on record.
 */
final class DefaultLockAdmin {

	private static final Logger logger = LoggerFactory.getLogger(DefaultLockAdmin.class);

	private static final String NO_LOCK = "";

	private final String instance;

	private final LockSession session;

	private final StoreCalls calls;

	private final Holds holds;

	private final LockQueues queues;

	private final EventDispatcher events;

	DefaultLockAdmin(String instance, LockSession session, StoreCalls calls, Holds holds, LockQueues queues,
			EventDispatcher events) {
		this.instance = instance;
		this.session = session;
		this.calls = calls;
		this.holds = holds;
		this.queues = queues;
		this.events = events;
	}

	List<HeldLock> held() {
		List<HeldLock> held = new ArrayList<>();
		this.holds.forEach((hold) -> {
			if (hold.isHeld()) {
				Thread thread = hold.thread();
				held.add(new HeldLock(hold.request().name(), hold.key(), hold.kind(), hold.entries().permits(),
						(thread != null) ? ThreadNames.name(thread) : null,
						(thread != null) ? ThreadNames.id(thread) : null, hold.lease().age(), hold.lease().time(),
						LeaseMath.nonNegative(hold.assuredNanos()), hold.fencingToken(), hold.state()));
			}
		});
		return held;
	}

	List<WaitingCall> waiting() {
		return this.queues.waiters()
			.stream()
			.map((waiter) -> new WaitingCall(waiter.request().name(), waiter.key(), waiter.request().kind(),
					waiter.request().permits(), ThreadNames.name(waiter.thread()), ThreadNames.id(waiter.thread()),
					waiter.waited()))
			.toList();
	}

	Page find(String cursor, int count) {
		LockPage found = answer(this.session.scan(cursor, count), NO_LOCK);
		List<CompletionStage<LockRecord>> records = found.keys().stream().map(this.session::inspect).toList();
		List<LockInfo> locks = new ArrayList<>();
		for (int i = 0; i < records.size(); i++) {
			LockInfo info = info(found.keys().get(i), answer(records.get(i), found.keys().get(i)));
			if (info.held() || info.waiters() > 0) {
				locks.add(info);
			}
		}
		return new Page(locks, found.isLast() ? null : found.next());
	}

	List<LockInfo> inspect(List<String> keys) {
		List<CompletableFuture<LockInfo>> asked = keys.stream()
			.map((key) -> this.session.inspect(key).thenApply((found) -> info(key, found)).toCompletableFuture())
			.toList();
		answer(CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)), String.join(", ", keys));
		return asked.stream().map(CompletableFuture::join).toList();
	}

	boolean forceRelease(String key, @Nullable Long token, @Nullable String by) {
		this.calls.checkMayBlock("forceReleaseAsync");
		return answer(forceReleaseAsync(key, token, by), key);
	}

	/**
	 * Release a lock by force. Completes when its holders in this JVM have lost it.
	 */
	CompletionStage<Boolean> forceReleaseAsync(String key, @Nullable Long token, @Nullable String by) {
		return this.session.inspect(key).thenCompose((found) -> {
			LockRecord.Hold first = found.hold();
			if (first == null || (token != null && token != token(first))) {
				return CompletableFuture.completedStage(false);
			}
			return this.session.forceRelease(key, first).thenApply((ended) -> {
				if (ended) {
					releasedByForce(key, found, first, by);
				}
				return ended;
			});
		});
	}

	private void releasedByForce(String key, LockRecord found, LockRecord.Hold first, @Nullable String by) {
		BackgroundLog.warn(logger, "Lock '" + LogText.of(key) + "' was released by force"
				+ ((by != null) ? ", asked by '" + LogText.of(by) + "'. " : ". ") + former(found));
		revokeHere(key, found.holds());
		LockKind kind = kind(first);
		this.events.releasedByForce(new LockReleasedByForceEvent("", key, (kind != null) ? kind : LockKind.READ,
				token(first), info(key, found).holders(), by));
	}

	/** Holder that lost it: operators ask for it when two were at work. */
	private static String former(LockRecord found) {
		LockRecord.Hold first = Objects.requireNonNull(found.hold());
		Owner owner = first.owner();
		String who = "thread '" + LogText.of(owner.thread()) + "' of '" + LogText.of(owner.instance())
				+ "', application '" + LogText.of(owner.application()) + "'";
		String hold = first.isShared() ? "It had been shared by " + found.holds().size() + ", among them " + who
				: "It had been held by " + who + ", with token " + first.token();
		return hold + ", since " + first.since() + "; " + found.waiters() + " instances wait for it";
	}

	/** Holders that share a lock lose it together. */
	private void revokeHere(String key, List<LockRecord.Hold> ended) {
		ended.stream()
			.filter((hold) -> hold.instance().equals(this.instance))
			.forEach((hold) -> this.queues.revokeNow(key, hold.sequence()));
	}

	StoreStatus status() {
		StoreCondition condition = answer(this.session.condition(), NO_LOCK);
		return new StoreStatus(condition.details(), condition.problem());
	}

	private <T extends @Nullable Object> T answer(CompletionStage<T> stage, String key) {
		return this.calls.await(stage, key, Deadline.ANSWER.toNanos());
	}

	private static LockInfo info(String key, LockRecord found) {
		return new LockInfo(key, found.holds().stream().map(DefaultLockAdmin::holder).toList(), found.waiters());
	}

	private static Holder holder(LockRecord.Hold hold) {
		return new Holder(hold.owner().application(), hold.owner().instance(), hold.owner().thread(), hold.since(),
				hold.remaining(), token(hold), kind(hold), hold.permits());
	}

	/** As it is shown: what shares have in common is no fencing token. */
	private static long token(LockRecord.Hold hold) {
		return hold.isShared() ? 0 : hold.token();
	}

	private static @Nullable LockKind kind(LockRecord.Hold hold) {
		if (!hold.isShared()) {
			return LockKind.MUTEX;
		}
		return switch (hold.capacity()) {
			case 0 -> null;
			case Integer.MAX_VALUE -> LockKind.READ;
			default -> LockKind.SEMAPHORE;
		};
	}

}
