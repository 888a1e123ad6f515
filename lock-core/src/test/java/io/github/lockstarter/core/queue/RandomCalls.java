package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreFeature;

/**
 * Callers and a store that do at random what they may, whether or not it makes sense. The
 * same seed does the same.
 */
final class RandomCalls {

	private static final int STEPS = 300;

	private static final List<LockOptions> WISHES = List.of(LockOptions.NONE,
			LockOptions.of(LockOption.LEASE_TIME, Duration.ofMinutes(1)),
			LockOptions.of(LockOption.KIND, LockKind.READ), LockOptions.of(LockOption.FAIR, true),
			LockOptions.of(LockOption.WAIT_TIME, Duration.ZERO));

	private static final List<AcquisitionState> ENDS = List.of(AcquisitionState.GRANTED, AcquisitionState.REFUSED,
			AcquisitionState.LOST, AcquisitionState.UNKNOWN);

	private static final List<Duration> TIMES = List.of(Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(100),
			Duration.ofSeconds(1));

	private final Random random;

	private final QueuesAtWork queues;

	private final List<Waiter> waiters = new ArrayList<>();

	private final List<Request> requests = new ArrayList<>();

	private CompletableFuture<Void> subscription = CompletableFuture.completedFuture(null);

	RandomCalls(long seed, Set<StoreFeature> lacks) {
		this.random = new Random(seed);
		this.queues = new QueuesAtWork(lacks);
	}

	/** What the dialog became, step by step: {@code state > next state}. */
	Set<String> transitions() {
		Set<String> seen = new TreeSet<>();
		for (int i = 0; i < STEPS; i++) {
			AcquisitionPhase before = this.queues.state();
			step();
			AcquisitionPhase after = this.queues.state();
			if (after != before) {
				seen.add(name(before) + " > " + name(after));
			}
		}
		return seen;
	}

	private static String name(AcquisitionPhase state) {
		return ProtocolPageTests.words(state.getClass().getSimpleName());
	}

	private void step() {
		switch (this.random.nextInt(8)) {
			case 0 -> this.waiters.add(this.queues.join(any(WISHES)));
			case 1 -> joinBatch();
			case 2, 3 -> leave();
			case 4, 5 -> answer();
			case 6 -> this.queues.pass(any(TIMES));
			default -> disturb();
		}
		for (String key : List.of(QueuesAtWork.KEY, QueuesAtWork.FIRST)) {
			Request next = this.queues.session().poll(key);
			while (next != null) {
				this.requests.add(next);
				next = this.queues.session().poll(key);
			}
		}
	}

	private void joinBatch() {
		List<Waiter> both = List.of(this.queues.waiter(QueuesAtWork.FIRST, LockOptions.NONE),
				this.queues.waiter(QueuesAtWork.KEY, LockOptions.NONE));
		this.waiters.addAll(both.subList(0, this.queues.all().joinBatch(both)));
	}

	private void leave() {
		if (!this.waiters.isEmpty()) {
			Waiter waiter = this.waiters.remove(this.random.nextInt(this.waiters.size()));
			if (waiter.isServed()) {
				QueuesAtWork.giveBack(waiter);
			}
			else {
				this.queues.leave(waiter);
			}
		}
	}

	private void answer() {
		if (!this.requests.isEmpty()) {
			Request request = this.requests.remove(this.random.nextInt(this.requests.size()));
			switch (this.random.nextInt(4)) {
				case 0 -> request.fail();
				case 1 -> request.skip();
				case 2 -> request.answer(request.isQueueing() ? AcquisitionState.QUEUED : AcquisitionState.REFUSED);
				default -> request.answer(any(ENDS));
			}
		}
	}

	private void disturb() {
		switch (this.random.nextInt(3)) {
			case 0 -> this.queues.all().grantsMayBeLost();
			case 1 -> {
				boolean done = this.subscription.complete(null);
				this.subscription = done ? this.subscription : this.queues.session().hearNothing();
			}
			default -> {
				if (!this.requests.isEmpty()) {
					Request request = any(this.requests);
					this.queues.all()
						.granted(this.random.nextBoolean() ? request.grant() : request.grantOfAnotherServer());
				}
			}
		}
	}

	private <T> T any(List<T> choices) {
		return choices.get(this.random.nextInt(choices.size()));
	}

}
