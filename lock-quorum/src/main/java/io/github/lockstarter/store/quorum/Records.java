package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockRecord.Hold;
import io.github.lockstarter.store.LockSession;
import org.jspecify.annotations.Nullable;

/**
 * The record of a lock, as a majority has it.
 */
final class Records {

	private final Nodes nodes;

	Records(Nodes nodes) {
		this.nodes = nodes;
	}

	CompletionStage<LockRecord> inspect(String key) {
		return this.nodes.ask((session) -> session.inspect(key)).decide(Records::count);
	}

	/** A lock is free if no majority names the same holder. */
	private static @Nullable LockRecord count(Tally<LockRecord> tally) {
		Collection<List<Hold>> candidates = tally.those((record) -> record.hold() != null)
			.stream()
			.map((record) -> Objects.requireNonNull(record.hold()))
			.collect(Collectors.groupingBy((hold) -> hold.instance() + ':' + hold.sequence(), LinkedHashMap::new,
					Collectors.toList()))
			.values();
		int most = 0;
		for (List<Hold> same : candidates) {
			if (tally.isMajority(same.size())) {
				return new LockRecord(List.of(agreed(same, tally.majority())), 0);
			}
			most = Math.max(most, same.size());
		}
		if (tally.isMajority(tally.answered()) && !tally.mayBeMajority(most)) {
			return LockRecord.free(0);
		}
		if (tally.pending() > 0) {
			return null;
		}
		throw tally.noMajority(true);
	}

	/** With the token that most of them have. */
	private static Hold agreed(List<Hold> same, int majority) {
		Map<Long, Long> tokens = same.stream().collect(Collectors.groupingBy(Hold::token, Collectors.counting()));
		Hold usual = same.stream().max(Comparator.comparing((hold) -> tokens.get(hold.token()))).orElseThrow();
		Hold first = same.stream().filter((hold) -> hold.token() == usual.token()).findFirst().orElse(usual);
		Duration remaining = Verdicts.largest(same.stream().map(Hold::remaining).toList(), majority);
		return new Hold(first.instance(), first.sequence(), first.owner(), first.since(), remaining, first.token(), 0,
				0);
	}

	/** End a hold on each node that has it. */
	CompletionStage<Boolean> forceRelease(String key, Hold hold) {
		return this.nodes.ask((session) -> forceRelease(session, key, hold)).decide((tally) -> {
			int ended = tally.those((done) -> done).size();
			if (tally.isMajority(ended)) {
				return true;
			}
			if (tally.pending() > 0) {
				return null;
			}
			if (tally.isMajority(tally.answered())) {
				return false;
			}
			throw tally.noMajority(true);
		});
	}

	private static CompletionStage<Boolean> forceRelease(LockSession session, String key, Hold hold) {
		return session.inspect(key).thenCompose((record) -> {
			Hold found = record.hold();
			return (found != null && isSame(found, hold)) ? session.forceRelease(key, found)
					: CompletableFuture.completedStage(false);
		});
	}

	/**
	 * A node may have given another token, but for a lock that is only kept, there is no
	 * other.
	 */
	private static boolean isSame(Hold found, Hold hold) {
		return found.instance().equals(hold.instance()) && found.sequence() == hold.sequence()
				&& (!hold.isReleased() || found.token() == hold.token());
	}

}
