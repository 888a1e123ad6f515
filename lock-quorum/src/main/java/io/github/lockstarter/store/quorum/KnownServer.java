package io.github.lockstarter.store.quorum;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.NoVoteException;
import io.github.lockstarter.store.Vote;
import org.jspecify.annotations.Nullable;

/**
 * The server of a node, by its id, which is new after each of its restarts. How long a
 * server says that it has been up is the difference of two times on a clock that may have
 * been set in between, so another server than before has no vote until the longest lease
 * has passed on the clock of this JVM. Thread-safe.
 */
final class KnownServer {

	private final QuorumTimer timer;

	private String id = "";

	/** Moment at which this JVM last wanted a vote. */
	private long wantedAt;

	/** Moment at which another one was found in its place. */
	private @Nullable Long replacedAt;

	KnownServer(QuorumTimer timer) {
		this.timer = timer;
	}

	/**
	 * Note that its vote is wanted. If none was for as long as any lease lasts, the next
	 * server may have been there for that long, too: then only its own word counts, as
	 * for a JVM that has just started.
	 */
	synchronized void wanted(Vote vote) {
		long now = this.timer.nanoTime();
		if (!vote.upFor().isZero() && now - this.wantedAt >= vote.upFor().toNanos()) {
			this.id = "";
		}
		this.wantedAt = now;
	}

	/** Note which server has answered; an empty text if it is unknown. */
	synchronized void told(String server) {
		if (server.isEmpty() || server.equals(this.id)) {
			return;
		}
		if (!this.id.isEmpty()) {
			this.replacedAt = this.timer.nanoTime();
		}
		this.id = server;
	}

	/** The failure of a server that has no vote yet; {@code null} if it has one. */
	synchronized @Nullable NoVoteException refusal(Vote vote) {
		if (this.replacedAt == null) {
			return null;
		}
		long nanos = this.timer.nanoTime() - this.replacedAt;
		return (nanos >= vote.upFor().toNanos()) ? null
				: new NoVoteException(
						"its server was restarted or replaced, as was noticed " + TimeUnit.NANOSECONDS.toSeconds(nanos)
								+ " s ago, and takes part again after " + vote.upFor().toSeconds() + " s",
						this.id);
	}

	/** The id; empty if it is not known. */
	synchronized String id() {
		return this.id;
	}

}
