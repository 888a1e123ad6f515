package io.github.lockstarter.store.redis.versions;

import java.time.Duration;

import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition as its instance knows it, and how it stands in truth.
 */
final class PlayedAcquisition {

	/** Leases are counted in whole milliseconds on the server. */
	private static final long MARGIN = Duration.ofMillis(2).toNanos();

	/** A little less than marks are kept. */
	private static final long REMEMBERED = Duration.ofSeconds(4).toNanos();

	final Instance instance;

	final long sequence;

	/** What it shares by now; {@code null} if it has or wants the lock alone. */
	@Nullable Share share;

	Phase phase = Phase.ASKING;

	/**
	 * Whether it wanted the lock alone and shares it by now, which is not confirmed yet.
	 */
	boolean downgrades;

	/** Before the server has carried out its end. */
	private @Nullable Long finishedAt;

	private long validUntil = Long.MIN_VALUE;

	PlayedAcquisition(Instance instance, long sequence, @Nullable Share share) {
		this.instance = instance;
		this.sequence = sequence;
		this.share = share;
	}

	String id() {
		return this.instance.id() + ":" + this.sequence;
	}

	boolean is(Phase candidate) {
		return this.phase == candidate;
	}

	/**
	 * Its lease lasts, as counted from before it was asked for.
	 */
	void lastsFrom(long askedAt, Duration lease) {
		this.validUntil = Math.max(this.validUntil, askedAt + lease.toNanos() - MARGIN);
	}

	/** It was ended by force, and is told so. */
	void revoke(long askedAt) {
		finish(askedAt);
		this.validUntil = Long.MIN_VALUE;
	}

	void finish(long askedAt) {
		this.finishedAt = (this.finishedAt != null) ? this.finishedAt : Long.valueOf(askedAt);
	}

	boolean isFinished() {
		return this.finishedAt != null;
	}

	/** The server remembers that it has finished. */
	boolean isRemembered(long now) {
		return this.finishedAt != null && now - this.finishedAt < REMEMBERED;
	}

	boolean lasts(long now) {
		return this.validUntil > now;
	}

	boolean isValid(long now) {
		return this.phase == Phase.HOLDING && lasts(now);
	}

	boolean isAlone() {
		return this.share == null;
	}

	int permits() {
		return (this.share != null) ? this.share.permits() : 0;
	}

	@Override
	public String toString() {
		return this.instance.id().substring(0, 4) + ":" + this.sequence + " (" + this.phase + ", "
				+ ((this.share != null) ? this.share : "alone") + ")";
	}

	enum Phase {

		ASKING, HOLDING, LEAVING, OVER

	}

}
