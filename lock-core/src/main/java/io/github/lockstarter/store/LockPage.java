package io.github.lockstarter.store;

import java.util.List;

/**
 * A page of the locks that a store has on record.
 *
 * @param keys the locks, in no order; may be empty although more follow
 * @param next the cursor of the next page; empty if this is the last
 */
public record LockPage(List<String> keys, String next) {

	/**
	 * The cursor of the first page.
	 */
	public static final String FIRST = "";

	/**
	 * Create a page.
	 * @param keys the locks
	 * @param next the cursor of the next page; empty if this is the last
	 */
	public LockPage {
		keys = List.copyOf(keys);
	}

	/**
	 * Whether no page follows.
	 * @return true if this is the last
	 */
	public boolean isLast() {
		return this.next.isEmpty();
	}

}
