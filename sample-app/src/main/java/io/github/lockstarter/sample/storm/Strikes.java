package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.sample.storm.Blow.Kind;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Service;

/**
 * Kills and freezes processes in the middle of an order, and watches the next holder of
 * the lock.
 */
@Service
public class Strikes implements DisposableBean {

	private static final int SEARCH_SECONDS = 20;

	private static final Duration PAUSE = Duration.ofMillis(50);

	private final Workers workers;

	private final Storm storm;

	private final LockClient locks;

	private final Blows blows;

	private final Duration freezeTime;

	private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(1, (task) -> {
		Thread thread = new Thread(task, "strikes");
		thread.setDaemon(true);
		return thread;
	});

	Strikes(Workers workers, Storm storm, LockClient locks, Blows blows, StormProperties properties) {
		this.workers = workers;
		this.storm = storm;
		this.locks = locks;
		this.blows = blows;
		this.freezeTime = properties.freezeTime();
	}

	/**
	 * Kill a process, or freeze it for a while, when one of its threads has read the
	 * stock of an item and not yet written it.
	 * @param number the number of the process
	 * @param kind the kind of blow
	 * @return the blow
	 * @throws IllegalStateException if the process is not at work, or not at orders
	 */
	public synchronized Blow strike(int number, Kind kind) {
		WorkerProcess worker = this.workers.get(number);
		StormStatus status = this.storm.status();
		if (!status.isRunning() || worker.state() != WorkerStatus.State.WORKING) {
			throw notAtWork(number);
		}
		if (!status.isStrikable()) {
			throw new IllegalStateException(
					"This storm processes no orders, in the middle of which a process could be struck.");
		}
		if (kind == Kind.FREEZE && !canFreeze()) {
			throw new IllegalStateException("No process can be frozen on this platform.");
		}
		StoppedOrder order = stop(worker, number);
		if (kind == Kind.KILL) {
			worker.kill();
		}
		else {
			worker.freeze();
		}
		Blow blow = new Blow(this.blows.nextNumber(), WorkerStatus.nameOf(number), kind, Instant.now(), order.itemId(),
				order.hasLock() ? Long.toString(order.token()) : "", null, "", 0, null);
		this.blows.add(blow);
		if (kind == Kind.FREEZE) {
			this.executor.schedule(() -> resume(worker, blow), this.freezeTime.toMillis(), TimeUnit.MILLISECONDS);
		}
		if (order.hasLock()) {
			watch(blow, order);
		}
		return blow;
	}

	private static StoppedOrder stop(WorkerProcess worker, int number) {
		try {
			return worker.stopInTheMiddle().orTimeout(SEARCH_SECONDS, TimeUnit.SECONDS).join();
		}
		catch (CompletionException ex) {
			worker.goOn();
			throw notAtWork(number);
		}
	}

	private static IllegalStateException notAtWork(int number) {
		return new IllegalStateException(WorkerStatus.nameOf(number) + " is not at work.");
	}

	private void resume(WorkerProcess worker, Blow blow) {
		worker.resume();
		this.blows.update(blow.number(), (latest) -> latest.resumedAt(Instant.now()));
	}

	/**
	 * Check until another process has the lock, or none is left to ask for it.
	 */
	private void watch(Blow blow, StoppedOrder order) {
		LockInfo.Holder now = this.locks.lock(order.key()).inspect().holder();
		String heir = (now != null && now.fencingToken() > order.token() && !now.instance().isEmpty())
				? Workers.nameOf(now.instance(), this.workers.status()) : blow.worker();
		if (now != null && !heir.equals(blow.worker())) {
			long millis = Duration.between(blow.at(), Instant.now()).toMillis();
			this.blows.update(blow.number(), (latest) -> latest.inheritedBy(heir, now.fencingToken(), millis));
		}
		else if (this.storm.status().isRunning()) {
			this.executor.schedule(() -> watch(blow, order), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
		}
	}

	/**
	 * Whether processes can be frozen here.
	 * @return whether the platform has the signals for it
	 */
	public boolean canFreeze() {
		return FrozenProcess.SUPPORTED;
	}

	/**
	 * The latest blows.
	 * @return the blows, the latest first
	 */
	public List<Blow> latest() {
		return this.blows.latest();
	}

	@Override
	public void destroy() {
		this.executor.shutdownNow();
	}

}
