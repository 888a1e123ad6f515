package io.github.lockstarter.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes down each step of a run: as one number that all steps go into, and in words only
 * if the run is recorded.
 */
final class Journal {

	private static final int KEPT = 1500;

	private final SimulatedTime time;

	private final boolean recording;

	private final Deque<String> last = new ArrayDeque<>();

	private long digest;

	private long steps;

	Journal(SimulatedTime time, boolean recording) {
		this.time = time;
		this.recording = recording;
	}

	/** Write down what somebody did. */
	void step(String who, String what) {
		step(who, what, "", 0);
	}

	/**
	 * Write down what somebody did.
	 * @param what a verb and what it is about
	 * @param key the lock, or empty
	 * @param number the acquisition, token or amount; 0 for none
	 */
	void step(String who, String what, String key, long number) {
		this.steps++;
		long mixed = this.digest * 31 + this.time.now();
		mixed = mixed * 31 + who.hashCode();
		mixed = mixed * 31 + what.hashCode();
		mixed = mixed * 31 + key.hashCode();
		this.digest = Long.rotateLeft(mixed * 31 + number, 7);
		if (this.recording) {
			keep(who + ": " + what + (key.isEmpty() ? "" : " '" + key + "'") + ((number != 0) ? " #" + number : ""));
		}
	}

	/** Whether {@link #words} are kept. */
	boolean isRecording() {
		return this.recording;
	}

	/** Keep further words, which are no step. */
	void words(String words) {
		if (this.recording) {
			keep(words);
		}
	}

	private void keep(String words) {
		if (this.last.size() == KEPT) {
			this.last.remove();
		}
		this.last.add(String.format(Locale.ROOT, "%11.6f s  %s", this.time.now() / 1e9, words));
	}

	/** A number in which each step counts. */
	long digest() {
		return this.digest;
	}

	long steps() {
		return this.steps;
	}

	/** The last steps in words, if the run is recorded. */
	String text() {
		return String.join("\n", this.last);
	}

}
