package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;

/**
 * A client that takes the lock, renews it for a while, passes it on under further tokens
 * and releases it, and now and then stands still.
 */
final class QuorumSimulationClient {

	private final QuorumSimulation simulation;

	private final SteppedQuorum.Client client;

	private long number;

	private boolean holding;

	private long validUntil;

	private long token;

	private int passes;

	private boolean over;

	QuorumSimulationClient(QuorumSimulation simulation, SteppedQuorum.Client client) {
		this.simulation = simulation;
		this.client = client;
	}

	String name() {
		return this.client.name;
	}

	boolean isHolding() {
		return this.holding && this.validUntil > this.simulation.time().nanoTime();
	}

	void begin() {
		later(1, 100, this::ask);
	}

	void end() {
		this.over = true;
		release();
	}

	private void later(long least, long most, Runnable task) {
		long pause = QuorumSimulation.millis(this.simulation.random().nextLong(least, most));
		this.simulation.time().schedule(() -> {
			if (!this.over) {
				task.run();
			}
		}, pause);
	}

	/** Who stands still learns of an answer late. */
	private void hear(CompletionStage<StoreAnswer> stage, Consumer<StoreAnswer> then, Runnable failed) {
		boolean paused = this.simulation.random().nextDouble() < 0.02;
		long pause = paused ? QuorumSimulation.millis(this.simulation.random().nextLong(100, 3000)) : 0;
		stage.whenComplete((answer, thrown) -> this.simulation.time().schedule(() -> {
			if (answer != null) {
				then.accept(answer);
			}
			else {
				failed.run();
			}
		}, pause));
	}

	private void ask() {
		long asked = ++this.number;
		long sentAt = this.simulation.time().nanoTime();
		hear(this.client.session.acquire(this.client.request(asked)), (answer) -> {
			this.validUntil = sentAt + QuorumSimulation.valid(SteppedQuorum.LEASE);
			this.holding = answer.state() == AcquisitionState.GRANTED;
			if (this.holding && isHolding() && !this.over) {
				this.token = answer.token();
				this.passes = 0;
				this.simulation.granted(this, this.token);
				work();
			}
			else {
				this.simulation.refused();
				release();
				begin();
			}
		}, () -> {
			this.simulation.refused();
			begin();
		});
	}

	private void work() {
		if (!isHolding() || this.simulation.random().nextDouble() < 0.2) {
			release();
			begin();
		}
		else {
			pass();
			later(50, 700, this::renew);
		}
	}

	private void pass() {
		if (this.passes < 64 && this.simulation.random().nextBoolean()) {
			this.passes += 1;
			this.simulation.used(this.token + this.passes);
		}
	}

	private void renew() {
		long sentAt = this.simulation.time().nanoTime();
		hear(this.client.session.renew("key", this.number, SteppedQuorum.LEASE), (answer) -> {
			if (answer.state() == AcquisitionState.GRANTED && isHolding()) {
				this.validUntil = Math.max(this.validUntil, sentAt + QuorumSimulation.valid(answer.remaining()));
			}
			this.holding &= answer.state() == AcquisitionState.GRANTED;
			goOn();
		}, this::goOn);
	}

	private void goOn() {
		if (!this.over) {
			work();
		}
	}

	private void release() {
		this.holding = false;
		if (this.number > 0) {
			this.client.session.releaseWithoutMark("key", this.number, this.passes, Duration.ZERO);
		}
	}

}
