package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The JVM leases at one lock: one by which it has the lock alone, or those by which it
 * shares the lock. Immutable.
 */
final class JvmLeases {

	/** The only one without a JVM lease. */
	static final JvmLeases NONE = new JvmLeases(null, List.of());

	/** The JVM lease by which it has the lock alone; {@code null} if it has not. */
	final @Nullable JvmLease alone;

	/** The JVM leases by which it shares the lock. */
	private final List<JvmLease> shares;

	private JvmLeases(@Nullable JvmLease alone, List<JvmLease> shares) {
		this.alone = alone;
		this.shares = shares;
	}

	JvmLeases withAlone(JvmLease jvmLease) {
		return new JvmLeases(jvmLease, this.shares);
	}

	JvmLeases withShare(JvmLease jvmLease) {
		return new JvmLeases(this.alone, sharesWith(jvmLease));
	}

	/** The JVM lease by which it had the lock alone is a share from now on. */
	JvmLeases downgraded(JvmLease jvmLease) {
		return new JvmLeases(null, sharesWith(jvmLease));
	}

	private List<JvmLease> sharesWith(JvmLease jvmLease) {
		List<JvmLease> more = new ArrayList<>(this.shares);
		more.add(jvmLease);
		return more;
	}

	JvmLeases without(JvmLease jvmLease) {
		JvmLease left = (this.alone == jvmLease) ? null : this.alone;
		List<JvmLease> less = this.shares;
		if (!less.isEmpty()) {
			less = new ArrayList<>(less);
			less.remove(jvmLease);
		}
		return (left == null && less.isEmpty()) ? NONE : new JvmLeases(left, less);
	}

	boolean contains(JvmLease jvmLease) {
		return this.alone == jvmLease || this.shares.contains(jvmLease);
	}

	/** The one of an acquisition. */
	@Nullable JvmLease of(long sequence) {
		if (this.alone != null && this.alone.sequence() == sequence) {
			return this.alone;
		}
		for (JvmLease jvmLease : this.shares) {
			if (jvmLease.sequence() == sequence) {
				return jvmLease;
			}
		}
		return null;
	}

	/** The last one of readers; {@code null} if there is none. */
	@Nullable JvmLease readers() {
		for (int i = this.shares.size() - 1; i >= 0; i--) {
			if (Share.READER.equals(this.shares.get(i).share())) {
				return this.shares.get(i);
			}
		}
		return null;
	}

	/** Any of them. */
	@Nullable JvmLease first() {
		return (this.alone != null || this.shares.isEmpty()) ? this.alone : this.shares.get(0);
	}

}
