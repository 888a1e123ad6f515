package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.redis.versions.PlayedAcquisition.Phase;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

/**
 * Instances that do with one lock what a client may do with it, at random, while their
 * requests and the answers get lost, come late and come twice. One after the other, so
 * that the same seed makes the same choices; the time of leases goes on by itself.
 */
final class RandomPlay {

	private static final int PERMITS = 3;

	private static final int LAST_STEPS = 25;

	private final Random random;

	private final RedisCommands<String, String> admin;

	private final String record;

	private final List<Instance> instances;

	private final boolean reads;

	private final PlayChecks checks;

	private final List<PlayedAcquisition> alive = new ArrayList<>();

	private final List<PlayedRequest> late = new ArrayList<>();

	private final Deque<String> steps = new ArrayDeque<>();

	private long sequence;

	RandomPlay(long seed, RedisCommands<String, String> admin, String record, List<Instance> instances) {
		this.random = new Random(seed);
		this.admin = admin;
		this.record = record;
		this.instances = instances;
		this.reads = seed % 2 == 0;
		this.checks = new PlayChecks(this.reads ? Integer.MAX_VALUE : PERMITS);
	}

	/** Go on until something is wrong: what that is, and how it came to pass. */
	Optional<String> play(int count) {
		for (int step = 0; step < count; step++) {
			step();
			this.checks.checkRecord(StoredRecord.of(this.admin, this.record));
			Optional<String> violation = this.checks.violation();
			if (violation.isPresent()) {
				return Optional.of("Step " + step + ": " + violation.get() + "; before that:\n  "
						+ String.join("\n  ", this.steps));
			}
		}
		return Optional.empty();
	}

	private void step() {
		this.alive.removeIf((each) -> each.is(Phase.OVER));
		int choice = this.random.nextInt(60);
		if (choice == 0) {
			forceRelease();
		}
		else if (choice < 10 && !this.late.isEmpty()) {
			PlayedRequest request = this.late.remove(this.random.nextInt(this.late.size()));
			if (!request.isTooLate()) {
				note("late: " + request + " -> " + ask(request));
			}
		}
		else {
			act(this.instances.get(this.random.nextInt(this.instances.size())));
		}
	}

	private void forceRelease() {
		StoredRecord found = StoredRecord.of(this.admin, this.record);
		if (found.owner().isEmpty()) {
			return;
		}
		List<PlayedAcquisition> held = this.checks.heldBy(found);
		Instance operator = this.instances.get(this.random.nextInt(this.instances.size()));
		long askedAt = System.nanoTime();
		boolean ended = operator.forceRelease(found.owner(), found.token());
		note("released by force: " + held + " -> " + ended);
		if (ended) {
			held.forEach((each) -> each.revoke(askedAt));
		}
	}

	private void act(Instance instance) {
		List<PlayedAcquisition> its = this.alive.stream().filter((each) -> each.instance == instance).toList();
		boolean mayBegin = its.stream()
			.noneMatch((each) -> each.is(Phase.ASKING) || each.is(Phase.HOLDING) && each.isAlone());
		if (its.isEmpty() || mayBegin && this.random.nextInt(3) == 0) {
			ask(begin(instance, anyShare()));
			return;
		}
		PlayedAcquisition one = its.get(this.random.nextInt(its.size()));
		switch (one.phase) {
			case ASKING -> sendOrLeave(one, 12);
			case HOLDING -> use(one, mayBegin);
			default -> leave(one);
		}
	}

	private @Nullable Share anyShare() {
		return switch (this.random.nextInt(4)) {
			case 0 -> null;
			case 1 -> aShare(2);
			default -> aShare(1);
		};
	}

	private Share aShare(int permits) {
		return this.reads ? Share.READER : new Share(permits, PERMITS);
	}

	private PlayedAcquisition begin(Instance instance, @Nullable Share share) {
		PlayedAcquisition begun = new PlayedAcquisition(instance, ++this.sequence, share);
		this.alive.add(begun);
		this.checks.began(begun);
		return begun;
	}

	private void use(PlayedAcquisition one, boolean mayBegin) {
		if (!one.lasts(System.nanoTime())) {
			leave(one);
		}
		else if (one.isAlone() && this.random.nextInt(5) == 0) {
			one.share = aShare(1);
			one.downgrades = true;
			downgrade(one, one.share);
		}
		else if (one.isAlone() && this.random.nextInt(8) == 0) {
			requeue(one, begin(one.instance, null));
		}
		else if (one.downgrades || this.random.nextInt(3) == 0) {
			sendOrLeave(one, 4);
		}
		else {
			Duration lease = anyLease();
			send("renewal", one, lease, () -> one.instance.renew(one.sequence, lease));
		}
	}

	private Duration anyLease() {
		return Duration.ofMillis(15L + this.random.nextInt(60));
	}

	private void sendOrLeave(PlayedAcquisition one, int seldom) {
		Share share = one.share;
		if (this.random.nextInt(seldom) == 0) {
			leave(one);
		}
		else if (one.downgrades && share != null) {
			downgrade(one, share);
		}
		else {
			ask(one);
		}
	}

	private void ask(PlayedAcquisition one) {
		Duration lease = anyLease();
		Share share = one.share;
		boolean queues = this.random.nextInt(4) > 0;
		send("request", one, lease, () -> one.instance.acquire(one.sequence, share, lease, queues).state());
	}

	private void downgrade(PlayedAcquisition one, Share share) {
		Duration lease = anyLease();
		send("request", one, lease, () -> one.instance.downgrade(one.sequence, share, lease));
	}

	private void leave(PlayedAcquisition one) {
		one.phase = Phase.LEAVING;
		Duration keep = Duration.ofMillis((this.random.nextInt(6) == 0) ? 5 + this.random.nextInt(20) : 0);
		send(new PlayedRequest("release", one, Duration.ZERO, one, () -> one.instance.release(one.sequence, keep),
				System.nanoTime()));
	}

	private void requeue(PlayedAcquisition one, PlayedAcquisition next) {
		one.phase = Phase.LEAVING;
		send(new PlayedRequest("requeue", next, Instance.LEASE, one,
				() -> one.instance.requeue(one.sequence, next.sequence), System.nanoTime()));
	}

	private void send(String name, PlayedAcquisition of, Duration lease, Supplier<AcquisitionState> script) {
		send(new PlayedRequest(name, of, lease, null, script, System.nanoTime()));
	}

	/** Each may get lost, or its answer; it may come late, and once more. */
	private void send(PlayedRequest request) {
		int fate = this.random.nextInt(8);
		if (fate < 2) {
			this.late.add(request);
		}
		if (fate == 0) {
			return;
		}
		long askedAt = System.nanoTime();
		AcquisitionState answer = ask(request);
		note(request + " -> " + answer + ((fate == 2) ? ", which is lost" : ""));
		if (fate != 2) {
			hear(request, answer, askedAt);
		}
	}

	private AcquisitionState ask(PlayedRequest request) {
		long askedAt = System.nanoTime();
		AcquisitionState answer = request.script().get();
		this.checks.checkAnswer(request, answer);
		if (request.ends() != null) {
			request.ends().finish(askedAt);
		}
		boolean over = request.name().equals("request") && answer == AcquisitionState.UNKNOWN
				|| answer == AcquisitionState.LOST || answer == AcquisitionState.RELEASED
				|| answer == AcquisitionState.CANCELLED;
		if (over) {
			request.of().finish(askedAt);
		}
		return answer;
	}

	private void hear(PlayedRequest request, AcquisitionState answer, long askedAt) {
		PlayedAcquisition of = request.of();
		if (request.isRelease()) {
			of.phase = Phase.OVER;
		}
		else if (answer == AcquisitionState.GRANTED && (of.is(Phase.ASKING) || of.is(Phase.HOLDING))) {
			of.phase = Phase.HOLDING;
			of.downgrades &= !request.name().equals("request");
			of.lastsFrom(askedAt, request.lease());
			this.checks.checkHolders();
		}
		else if (of.is(Phase.HOLDING)) {
			of.phase = Phase.LEAVING;
		}
		else if (of.is(Phase.ASKING) && answer != AcquisitionState.QUEUED && answer != AcquisitionState.REFUSED) {
			of.phase = Phase.OVER;
		}
	}

	private void note(String step) {
		this.steps.add(step);
		if (this.steps.size() > LAST_STEPS) {
			this.steps.remove();
		}
	}

}
