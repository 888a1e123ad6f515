package io.github.lockstarter.simulation;

import java.util.List;

import io.github.lockstarter.LockHandle;

/**
 * Somebody who uses locks, by chance in all ways that there are: as a thread that waits
 * or as one that does not. It is never started: what it would do happens step by step.
 */
final class SimulatedCaller {

	private final Simulation simulation;

	private final SimulatedTime time;

	private final Checks checks;

	private final SimulatedClient client;

	private final SimulatedMachine machine;

	private final Thread thread;

	private final Thread otherThread;

	private final BlockingCalls blocking;

	private final AsyncCalls async;

	private final WorkUnderLock work;

	SimulatedCaller(Simulation simulation, SimulatedClient client, String name) {
		this.simulation = simulation;
		this.time = simulation.time();
		this.checks = simulation.checks();
		this.client = client;
		this.machine = client.machine();
		this.thread = new Thread(name);
		this.otherThread = new Thread(name + "-helper");
		this.blocking = new BlockingCalls(this);
		this.async = new AsyncCalls(this);
		this.work = new WorkUnderLock(this);
	}

	Simulation simulation() {
		return this.simulation;
	}

	SimulatedTime time() {
		return this.time;
	}

	Checks checks() {
		return this.checks;
	}

	SimulatedClient client() {
		return this.client;
	}

	BlockingCalls blocking() {
		return this.blocking;
	}

	void start() {
		after(this.time.between(0, 200 * SimulatedTime.MILLISECOND), this::begin);
	}

	/** Let its thread do something later. */
	void after(long nanos, Runnable task) {
		this.machine.after(nanos, () -> asItself(task));
	}

	void asItself(Runnable task) {
		this.machine.as(this.thread, task);
	}

	/** Let another thread do something that belongs to it. */
	void asAnother(Runnable task) {
		this.machine.as(this.otherThread, task);
	}

	/** Write down what it does. */
	void step(String what, String key, long number) {
		this.simulation.journal().step(this.thread.getName(), what, key, number);
	}

	String name() {
		return this.thread.getName();
	}

	private void begin() {
		if (this.simulation.isOver() || this.client.isStopping()) {
			this.work.closeDropped();
			return;
		}
		Wish wish = wish();
		if (this.simulation.isLasting() && !this.simulation.isCalm()) {
			this.async.acquireEach(wish, this::pause);
			return;
		}
		switch (this.time.below(10)) {
			case 0 -> this.async.acquire(wish, this::pause);
			case 1 -> this.async.tryAcquire(wish, this::pause);
			case 2 -> new AsyncWork(this, wish, this::pause).begin();
			case 3 -> new JdkLocking(this).tryLock(wish.withoutWaiting(), this::pause);
			default -> this.blocking.acquire(wish, (held) -> this.work.begin(held, this::pause), this::pause);
		}
	}

	private Wish wish() {
		Wish wish = wishOfAMutex();
		if (this.simulation.isQuorum()) {
			return wish.overQuorum(this.time, this.simulation.isCalm());
		}
		if (this.simulation.isFair()) {
			return wish.fair();
		}
		return this.simulation.isMixed() ? wish.ofAnyKind(this.time) : wish;
	}

	private Wish wishOfAMutex() {
		List<String> keys = this.simulation.keys();
		if (this.simulation.isHot() && this.simulation.isHealed()) {
			return Wish.hot(this.time, keys);
		}
		if (this.simulation.isCalm()) {
			return Wish.calm(this.time, keys);
		}
		return this.simulation.isLasting() ? Wish.lasting(this.time, keys) : Wish.any(this.time, keys);
	}

	/** Between two calls. Some come back before the next has woken up. */
	private void pause() {
		boolean hot = this.simulation.isHot() && this.simulation.isHealed();
		boolean rest = this.time.chance(0.1) && !hot;
		boolean back = hot && this.simulation.isQuorum() && this.time.chance(0.3);
		long longest = rest ? SimulatedTime.SECOND : (back ? 20 : 10_000) * SimulatedTime.MICROSECOND;
		after(this.time.between(0, longest), this::begin);
	}

	/** It was given a handle. */
	HeldLock acquired(Call call, LockHandle handle) {
		HeldLock held = new HeldLock(this.client, call.wish(), handle, call.startedAt(), this.time.now());
		step("holds", handle.keys().get(0), held.token(handle.keys().get(0)));
		this.checks.acquired(call, held);
		tellLoss(held);
		return held;
	}

	/** Its thread has what it holds by another handle, too. */
	HeldLock sees(HeldLock held, LockHandle handle) {
		HeldLock view = new HeldLock(this.client, held.wish(), handle, held.askedAt(), held.since());
		this.checks.sees(view);
		tellLoss(view);
		return view;
	}

	private void tellLoss(HeldLock held) {
		LockHandle handle = held.handle();
		boolean throwing = this.time.chance(0.1);
		handle.onLost(() -> {
			step("is told of a loss", handle.keys().get(0), 0);
			held.told();
			if (throwing) {
				throw new IllegalStateException("thrown by a callback of a simulated caller");
			}
		});
	}

	void close(HeldLock held) {
		step("closes", held.keys().get(0), 0);
		this.checks.closes(held);
		held.handle().close();
	}

	/** Close it without waiting for that. */
	void closeAsync(HeldLock held) {
		step("closes later", held.keys().get(0), 0);
		this.checks.closes(held);
		this.simulation.promises().made(this.client, "the end of closeAsync", held.handle().closeAsync());
	}

	/** A stage of the engine would keep to itself what a check has found. */
	void checked(Runnable task) {
		try {
			task.run();
		}
		catch (Violation ex) {
			this.time.after(0, () -> {
				throw ex;
			});
		}
	}

}
