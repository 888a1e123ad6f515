package io.github.lockstarter.faults.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A value that is replaced by one computed from it. It remembers from which version each
 * version was computed: a write is lost if the last version was not computed from it. A
 * fenced register refuses a token that is smaller than the largest it has seen, and sees
 * tokens in reads, too: a late write between the read and the write of the next holder
 * would be lost otherwise.
 */
public final class Register {

	/** The answer to whoever comes with a token that is too small. */
	static final int REFUSED = -1;

	private final boolean fenced;

	/** By version less one, from which version it was computed. */
	private final List<Integer> origins = new ArrayList<>();

	private long largestToken = Long.MIN_VALUE;

	private int refusals;

	Register(boolean fenced) {
		this.fenced = fenced;
	}

	/**
	 * Read.
	 * @return the version, 0 at first
	 */
	synchronized int read(long token) {
		return admits(token) ? this.origins.size() : REFUSED;
	}

	/**
	 * Replace the value by one that was computed from a version.
	 * @return the new version
	 */
	synchronized int write(long token, int origin) {
		if (!admits(token)) {
			return REFUSED;
		}
		this.origins.add(origin);
		return this.origins.size();
	}

	private boolean admits(long token) {
		if (this.fenced && token < this.largestToken) {
			this.refusals++;
			return false;
		}
		this.largestToken = Math.max(this.largestToken, token);
		return true;
	}

	/**
	 * How many writes were acknowledged.
	 * @return their number
	 */
	public synchronized int writes() {
		return this.origins.size();
	}

	/**
	 * How many reads and writes were refused.
	 * @return their number
	 */
	public synchronized int refusals() {
		return this.refusals;
	}

	/**
	 * The acknowledged writes that were overwritten by somebody who had not read them.
	 * @return their versions
	 */
	public synchronized Set<Integer> lost() {
		Set<Integer> lost = new HashSet<>();
		for (int version = 1; version <= this.origins.size(); version++) {
			lost.add(version);
		}
		int version = this.origins.size();
		while (version > 0) {
			lost.remove(version);
			version = this.origins.get(version - 1);
		}
		return lost;
	}

}
