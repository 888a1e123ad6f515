package io.github.lockstarter.store.redis.versions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.testing.StoredRecord;

/**
 * What must hold, whatever comes late or twice.
 */
final class PlayChecks {

	private static final Pattern HOLDING = Pattern.compile(" (\\S+:\\d+)@(\\d+)x(\\d+)=");

	private static final Set<AcquisitionState> WAITS_OR_HOLDS = Set.of(AcquisitionState.GRANTED,
			AcquisitionState.QUEUED);

	private final List<PlayedAcquisition> all = new ArrayList<>();

	private final List<String> violations = new ArrayList<>();

	private final int capacity;

	PlayChecks(int capacity) {
		this.capacity = capacity;
	}

	void began(PlayedAcquisition acquisition) {
		this.all.add(acquisition);
	}

	Optional<String> violation() {
		return this.violations.stream().findFirst();
	}

	/** Those that count as valid keep out others. */
	void checkHolders() {
		long now = System.nanoTime();
		List<PlayedAcquisition> valid = this.all.stream().filter((each) -> each.isValid(now)).toList();
		check(valid.size() < 2 || valid.stream().noneMatch(PlayedAcquisition::isAlone), "valid together: " + valid);
		int used = valid.stream().mapToInt(PlayedAcquisition::permits).sum();
		check(used <= this.capacity, used + " permits of " + this.capacity + " in use: " + valid);
	}

	/** Nothing is granted after its end, and what counts as valid is not refused. */
	void checkAnswer(PlayedRequest request, AcquisitionState answer) {
		long now = System.nanoTime();
		PlayedAcquisition of = request.of();
		check(!of.isRemembered(now) || !WAITS_OR_HOLDS.contains(answer),
				request + " was answered " + answer + " after its end");
		boolean right = request.isRelease() ? answer != AcquisitionState.LOST
				: answer == AcquisitionState.GRANTED || !of.is(PlayedAcquisition.Phase.HOLDING);
		check(right || of.isFinished() || !of.lasts(now), request + " was answered " + answer + " while it was valid");
	}

	/** What has finished is not on record, and all that is there is counted. */
	void checkRecord(StoredRecord record) {
		String onRecord = record.owner() + "@" + record.holdings() + record.queue();
		long now = System.nanoTime();
		for (PlayedAcquisition each : this.all) {
			check(!each.isRemembered(now) || !onRecord.contains(each.id() + "@"),
					each + " has ended, and is on record");
		}
		if (record.owner().equals("shared:0")) {
			Matcher holding = HOLDING.matcher(record.holdings());
			long permits = 0;
			while (holding.find()) {
				permits += Long.parseLong(holding.group(3));
				check(Long.parseLong(holding.group(2)) <= record.token() / 1000 + record.lastsMillis(),
						holding.group(1) + " outlasts its record");
			}
			check(permits == record.reserved(), record.reserved() + " permits are counted, and in use " + permits);
		}
	}

	/** What a forced release ends. */
	List<PlayedAcquisition> heldBy(StoredRecord record) {
		String holders = record.owner() + "@" + record.holdings();
		return this.all.stream().filter((each) -> holders.contains(each.id() + "@")).toList();
	}

	private void check(boolean right, String violation) {
		if (!right) {
			this.violations.add(violation);
		}
	}

}
