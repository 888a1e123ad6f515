package io.github.lockstarter.faults.history;

/**
 * The end of one store and the beginning of another that may know less, such as the same
 * server without its data, or a replica that took over. Both may grant locks at the same
 * time. Times are those of {@link System#nanoTime()}.
 *
 * @param from before the next store granted anything
 * @param until after the former one granted or renewed anything for the last time
 * @param copied whether the next one may know some of what the former one knew
 */
public record Amnesia(long from, long until, boolean copied) {

	/**
	 * Data were lost at some moment.
	 * @param from before that
	 * @param until after that
	 */
	public Amnesia(long from, long until) {
		this(from, until, false);
	}

}
