package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.EngineDriver;
import io.github.lockstarter.core.EngineDriver.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * A thread that uses locks, by chance in all ways that there are. It is never started:
 * what it would do happens step by step.
 */
final class SimulatedCaller {

	private final Simulation simulation;

	private final SimulatedTime time;

	private final Checks checks;

	private final Journal journal;

	private final SimulatedClient client;

	private final SimulatedMachine machine;

	private final EngineDriver engine;

	private final Thread thread;

	private final Thread otherThread;

	/** Handles that were dropped without being closed. */
	private final List<HeldLock> dropped = new ArrayList<>();

	/**
	 * Counts what the thread waits for, so that it is not woken by what it no longer
	 * does.
	 */
	private int waits;

	SimulatedCaller(Simulation simulation, SimulatedClient client, String name) {
		this.simulation = simulation;
		this.time = simulation.time();
		this.checks = simulation.checks();
		this.journal = simulation.journal();
		this.client = client;
		this.machine = client.machine();
		this.engine = client.engine();
		this.thread = new Thread(name);
		this.otherThread = new Thread(name + "-helper");
	}

	void start() {
		after(this.time.between(0, 200 * SimulatedTime.MILLISECOND), this::begin);
	}

	private void after(long nanos, Runnable task) {
		this.machine.after(nanos, () -> this.machine.as(this.thread, task));
	}

	private String name() {
		return this.thread.getName();
	}

	private void begin() {
		if (this.simulation.isOver() || this.client.isStopping()) {
			closeDropped();
			return;
		}
		Wish wish = wish();
		if (this.time.chance(0.2)) {
			acquireAsync(wish);
		}
		else {
			acquire(wish, this::work, this::pause);
		}
	}

	private Wish wish() {
		Wish wish = wishOfAMutex();
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
		return this.simulation.isCalm() ? Wish.calm(this.time, keys) : Wish.any(this.time, keys);
	}

	/** Between two calls. */
	private void pause() {
		boolean rest = this.time.chance(0.1) && !(this.simulation.isHot() && this.simulation.isHealed());
		long longest = rest ? SimulatedTime.SECOND : 10 * SimulatedTime.MILLISECOND;
		after(this.time.between(0, longest), this::begin);
	}

	private void acquire(Wish wish, Consumer<HeldLock> then, Runnable otherwise) {
		Call call = this.checks.begins(this.client, wish);
		this.journal.step(name(), "waits for", wish.keys().get(0), wish.keys().size());
		Attempt attempt = this.engine.acquire(wish.keys(), wish.options());
		if (!this.simulation.isCalm() && this.time.chance(0.05)) {
			interruptLater(attempt, call, otherwise);
		}
		advance(attempt, call, then, otherwise);
	}

	private void interruptLater(Attempt attempt, Call call, Runnable otherwise) {
		int waitsFor = this.waits + 1;
		after(this.time.between(0, 2 * SimulatedTime.SECOND), () -> {
			if (this.waits >= waitsFor && this.checks.isOpen(call)) {
				this.waits++;
				this.journal.step(name(), "is interrupted");
				attempt.interrupt();
				refused(attempt, call, otherwise);
			}
		});
	}

	private void advance(Attempt attempt, Call call, Consumer<HeldLock> then, Runnable otherwise) {
		int wait = ++this.waits;
		if (attempt.advance()) {
			Runnable wake = () -> {
				if (this.waits == wait) {
					advance(attempt, call, then, otherwise);
				}
			};
			attempt.awaited()
				.whenComplete((result, failure) -> this.time.after(this.time.between(0, 50 * SimulatedTime.MICROSECOND),
						() -> this.machine.run(() -> this.machine.as(this.thread, wake))));
			if (attempt.until() != Long.MAX_VALUE) {
				after(attempt.until() - this.machine.nanoTime(), wake);
			}
		}
		else if (attempt.isRefused()) {
			refused(attempt, call, otherwise);
		}
		else {
			then.accept(acquired(call, attempt.result()));
		}
	}

	private void refused(Attempt attempt, Call call, Runnable otherwise) {
		try {
			attempt.result();
			throw new Violation(name() + " was given a lock and an exception.");
		}
		catch (LockException | NoThreadError ex) {
			this.journal.step(name(), "is told " + ex.getClass().getSimpleName());
			this.checks.refused(call, ex);
		}
		otherwise.run();
	}

	private HeldLock acquired(Call call, LockHandle handle) {
		HeldLock held = new HeldLock(this.client, call.wish(), handle, this.time.now());
		this.journal.step(name(), "holds", handle.keys().get(0), held.token(handle.keys().get(0)));
		this.checks.acquired(call, held);
		boolean throwing = this.time.chance(0.1);
		handle.onLost(() -> {
			this.journal.step(name(), "is told of a loss", handle.keys().get(0), 0);
			held.told();
			if (throwing) {
				throw new IllegalStateException("thrown by a callback of a simulated caller");
			}
		});
		return held;
	}

	private void acquireAsync(Wish wish) {
		Call call = this.checks.begins(this.client, wish);
		this.journal.step(name(), "asks for", wish.keys().get(0), wish.keys().size());
		CompletableFuture<LockHandle> future = this.engine.acquireAsync(wish.keys(), wish.options())
			.toCompletableFuture();
		boolean cancelled = !this.simulation.isCalm() && this.time.chance(0.15);
		if (cancelled) {
			after(this.time.between(0, 2 * SimulatedTime.SECOND), () -> {
				if (future.cancel(false)) {
					this.journal.step(name(), "cancels", wish.keys().get(0), 0);
					this.checks.ended(call);
					pause();
				}
			});
		}
		future.whenComplete((handle, failure) -> {
			try {
				answered(call, handle, failure);
			}
			catch (Violation ex) {
				// the stage would keep it to itself
				this.time.after(0, () -> {
					throw ex;
				});
			}
		});
	}

	private void answered(Call call, @Nullable LockHandle handle, @Nullable Throwable failure) {
		if (handle != null) {
			HeldLock held = acquired(call, handle);
			long holdFor = call.wish().holdFor();
			after(holdFor, () -> close(held, this::pause));
		}
		else if (failure != null && !(failure instanceof CancellationException)) {
			this.journal.step(name(), "is told", call.wish().keys().get(0), 0);
			this.checks.refused(call, failure);
			after(0, this::pause);
		}
	}

	/** Hold it for a while, and do by chance what can be done with it. */
	private void work(HeldLock held) {
		long rest = held.wish().holdFor();
		if (this.simulation.isCalm()) {
			after(rest, () -> close(held, this::pause));
			return;
		}
		switch (this.time.below(12)) {
			case 0 -> after(rest / 2, () -> enterAgain(held, rest / 2));
			case 1 -> after(rest / 2, () -> extend(held, rest / 2));
			case 2 -> after(rest / 2, () -> detach(held, rest / 2));
			case 3 -> after(rest, () -> closeElsewhere(held));
			case 4 -> after(rest, () -> closeTwice(held));
			case 5 -> after(rest, () -> drop(held));
			case 6 -> after(rest, () -> unlockToo(held));
			default -> after(rest, () -> close(held, this::pause));
		}
	}

	private void close(HeldLock held, Runnable then) {
		this.journal.step(name(), "closes", held.handle().keys().get(0), 0);
		this.checks.closes(held);
		held.handle().close();
		then.run();
	}

	private void closeTwice(HeldLock held) {
		close(held, () -> {
		});
		after(this.time.between(0, 5 * SimulatedTime.MILLISECOND), () -> close(held, this::pause));
	}

	private void closeElsewhere(HeldLock held) {
		this.machine.as(this.otherThread, () -> close(held, this::pause));
	}

	/** As a JDK lock, which gives away what the handle was for. */
	private void unlockToo(HeldLock held) {
		String key = held.handle().keys().get(0);
		if (held.handle().keys().size() == 1 && held.handle().isValid()) {
			this.journal.step(name(), "unlocks", key, 0);
			this.checks.closes(held);
			this.engine.unlock(key);
		}
		after(this.time.between(0, 5 * SimulatedTime.MILLISECOND), () -> close(held, this::pause));
	}

	private void drop(HeldLock held) {
		if (held.wish().isRenewed()) {
			close(held, this::pause);
		}
		else {
			this.dropped.add(held);
			after(this.time.between(0, 3 * SimulatedTime.SECOND), () -> {
				closeDropped();
				pause();
			});
		}
	}

	private void closeDropped() {
		List<HeldLock> late = List.copyOf(this.dropped);
		this.dropped.clear();
		late.forEach((held) -> close(held, () -> {
		}));
	}

	private void detach(HeldLock held, long rest) {
		this.journal.step(name(), "detaches", held.handle().keys().get(0), 0);
		held.handle().detach();
		after(rest, () -> close(held, this::pause));
	}

	private void extend(HeldLock held, long rest) {
		this.journal.step(name(), "extends", held.handle().keys().get(0), 0);
		try {
			this.engine.extend(held.handle(), Duration.ofMillis(this.time.between(100, Wish.LONGEST_LEASE.toMillis())));
		}
		catch (NoThreadError ex) {
			this.journal.step(name(), "is told " + ex.getClass().getSimpleName());
		}
		after(rest, () -> close(held, this::pause));
	}

	/** The inner handle is closed before the outer one, or by another thread after it. */
	private void enterAgain(HeldLock outer, long rest) {
		String key = outer.handle().keys().get(0);
		Wish wish = new Wish(List.of(key), outer.wish().options(), rest, false);
		boolean crossed = this.time.chance(0.3);
		Call call = this.checks.entersAgain(this.client, wish);
		this.journal.step(name(), "enters again", key, 0);
		Attempt attempt = this.engine.acquire(wish.keys(), wish.options());
		advance(attempt, call, (inner) -> {
			if (crossed) {
				after(rest / 2, () -> this.machine.as(this.otherThread, () -> close(outer, () -> {
				})));
				after(rest, () -> close(inner, this::pause));
			}
			else {
				after(rest / 2, () -> close(inner, () -> {
				}));
				after(rest, () -> close(outer, this::pause));
			}
		}, () -> close(outer, this::pause));
	}

}
