package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockState;
import org.jspecify.annotations.Nullable;

/**
 * Tells what it was told to tell, and remembers what it was asked.
 */
public final class StubAdmin implements LockAdmin {

	public final List<HeldLock> held = new ArrayList<>();

	public final List<WaitingCall> waiting = new ArrayList<>();

	public final Map<String, Duration> adaptiveLeases = new TreeMap<>();

	public final List<String> asked = new CopyOnWriteArrayList<>();

	public Supplier<Page> page = () -> new Page(List.of(), null);

	public Supplier<Boolean> release = () -> true;

	public Supplier<StoreStatus> status = () -> new StoreStatus(Map.of(), null);

	public int snapshots;

	/**
	 * Let this JVM hold a lock.
	 * @param name its name
	 * @param key its key
	 * @param heldFor how long it has been held
	 */
	public void hold(String name, String key, Duration heldFor) {
		this.held.add(new HeldLock(name, key, LockKind.MUTEX, 0, "main", 1L, heldFor, Duration.ofSeconds(30),
				Duration.ofSeconds(29), 7, LockState.HELD));
	}

	/**
	 * Let this JVM share a lock.
	 * @param name its name
	 * @param key its key
	 * @param kind its kind
	 * @param permits how many permits it uses
	 */
	public void share(String name, String key, LockKind kind, int permits) {
		this.held.add(new HeldLock(name, key, kind, permits, "main", 1L, Duration.ZERO, Duration.ofSeconds(30),
				Duration.ofSeconds(29), 0, LockState.HELD));
	}

	/**
	 * Let this JVM wait for a lock.
	 * @param name its name
	 * @param key its key
	 * @param waited how long
	 */
	public void await(String name, String key, Duration waited) {
		this.waiting.add(new WaitingCall(name, key, LockKind.MUTEX, 0, "http-1", 53, waited));
	}

	@Override
	public List<HeldLock> held() {
		this.snapshots++;
		return this.held;
	}

	@Override
	public List<WaitingCall> waiting() {
		return this.waiting;
	}

	@Override
	public Page find(String cursor, int count) {
		this.asked.add("find '" + cursor + "' " + count);
		return this.page.get();
	}

	@Override
	public LockInfo inspect(String key) {
		this.asked.add("inspect " + key);
		return new LockInfo(key, List.of(), 0);
	}

	@Override
	public boolean forceRelease(String key, @Nullable Long fencingToken, @Nullable String by) {
		this.asked.add("force " + key + ((fencingToken != null) ? " " + fencingToken : "")
				+ ((by != null) ? " by " + by : ""));
		return this.release.get();
	}

	@Override
	public Map<String, Duration> adaptiveLeases() {
		return this.adaptiveLeases;
	}

	@Override
	public StoreStatus status() {
		return this.status.get();
	}

}
