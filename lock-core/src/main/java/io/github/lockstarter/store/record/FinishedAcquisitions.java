package io.github.lockstarter.store.record;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.store.AcquisitionState;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for each instance how its last acquisition has finished, for as long as a
 * late request for it may come.
 */
final class FinishedAcquisitions {

	private final Map<String, Finished> last;

	FinishedAcquisitions() {
		this.last = new HashMap<>();
	}

	FinishedAcquisitions(FinishedAcquisitions former) {
		this.last = new HashMap<>(former.last);
	}

	/**
	 * Note that an acquisition has finished. If it had finished before, or a later one
	 * has, that is remembered for longer: a request of this one may have been sent until
	 * now.
	 */
	void add(Acquisition who, AcquisitionState how, long now) {
		this.last.merge(who.instance(), new Finished(who.sequence(), how, now), (known,
				added) -> (known.sequence < added.sequence) ? added : new Finished(known.sequence, known.how, now));
	}

	/**
	 * The state in which an acquisition has finished, or {@code null} if it has not.
	 */
	@Nullable AcquisitionState state(Acquisition who) {
		Finished known = this.last.get(who.instance());
		if (known == null || who.sequence() > known.sequence) {
			return null;
		}
		return (who.sequence() == known.sequence) ? known.how : AcquisitionState.UNKNOWN;
	}

	void forgetUntil(long moment) {
		this.last.values().removeIf((finished) -> finished.at <= moment);
	}

	void write(RecordWriter text) {
		this.last.forEach((instance, finished) -> text.line("over")
			.word(instance)
			.number(finished.sequence)
			.word(finished.how.name())
			.millis(finished.at));
	}

	void read(RecordReader line) {
		this.last.put(line.word(), new Finished(line.number(), AcquisitionState.valueOf(line.word()), line.millis()));
	}

	/** The time when the last of them finished; long ago if there is none. */
	long latest() {
		return this.last.values().stream().mapToLong(Finished::at).max().orElse(Long.MIN_VALUE);
	}

	private record Finished(long sequence, AcquisitionState how, long at) {
	}

}
