package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockRecord.Hold;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.Vote;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the results of the scripts.
 */
public final class ReplyParser {

	/** The number of values of each record. */
	private static final int INSPECTED = 8;

	private static final String YOUNG = "young ";

	private static final AcquisitionState[] STATES = AcquisitionState.values();

	private ReplyParser() {
	}

	/**
	 * The answer to one acquisition, renewal or release.
	 * @param record the record to name if another layout is found
	 */
	public static StoreAnswer answer(String record, String result) {
		int token = after(result, 0);
		int rest = after(result, token);
		int micros = after(result, rest);
		if (micros > result.length()) {
			throw strange(record, result);
		}
		int more = after(result, micros);
		AcquisitionState state = state(result, token - 1);
		String last = (more < result.length()) ? known(word(result, more)) : "";
		boolean granted = state == AcquisitionState.GRANTED;
		return new StoreAnswer(state, number(result, token), Duration.ofMillis(number(result, rest)),
				new StoreClock(number(result, micros), granted ? "" : last), granted ? waited(last) : null);
	}

	/**
	 * The answer to an acquisition, which may be one of several votes.
	 * @param record the record to name if another layout is found
	 */
	public static StoreAnswer acquired(String record, AcquireRequest request, String result) {
		Vote vote = request.vote();
		return (vote != null) ? voted(record, vote, result) : answer(record, result);
	}

	private static StoreAnswer voted(String record, Vote vote, String result) {
		int last = result.lastIndexOf(' ');
		if (result.startsWith(YOUNG)) {
			String seconds = known(result.substring(YOUNG.length(), last));
			StoreException refusal = vote.refusal(
					seconds.isEmpty() ? null : Duration.ofSeconds(Long.parseLong(seconds)),
					known(result.substring(last + 1)));
			throw (refusal != null) ? refusal : strange(record, result);
		}
		StoreAnswer answer = answer(record, result.substring(0, Math.max(last, 0)));
		return new StoreAnswer(answer.state(), answer.token(), answer.remaining(),
				new StoreClock(answer.clock().micros(), known(result.substring(last + 1))));
	}

	/** Time for which others have waited, if it is known. */
	public static @Nullable Duration waited(String word) {
		return known(word).isEmpty() ? null : Duration.of(Long.parseLong(word), ChronoUnit.MICROS);
	}

	/** The position of the next word; beyond the end if there is none. */
	private static int after(String text, int from) {
		int end = text.indexOf(' ', from);
		return (end >= 0) ? end + 1 : text.length() + 1;
	}

	private static long number(String text, int from) {
		return Long.parseLong(text, from, after(text, from) - 1, 10);
	}

	private static String word(String text, int from) {
		return text.substring(from, after(text, from) - 1);
	}

	/**
	 * The answer to one of many renewals, or {@code null} if that lease does not last.
	 */
	public static @Nullable StoreAnswer renewed(List<Object> result, int index) {
		long token = number(result, 1 + 2 * index);
		Duration rest = Duration.ofMillis(number(result, 2 + 2 * index));
		return (token == 0) ? null
				: new StoreAnswer(AcquisitionState.GRANTED, token, rest, new StoreClock(number(result, 0), ""));
	}

	/**
	 * The answer to one of many repeated requests, or {@code null} if it does not just
	 * continue to wait.
	 */
	public static @Nullable StoreAnswer stillQueued(List<Object> result, int index) {
		Duration rest = Duration.ofMillis(number(result, 3 + index));
		return rest.isZero() ? null : new StoreAnswer(AcquisitionState.QUEUED, 0, rest,
				new StoreClock(number(result, 0), known(text(result, 1))));
	}

	/**
	 * The answer to one of many requests for free locks, which do not wait.
	 */
	public static StoreAnswer granted(List<Object> result, int index, AcquireRequest request) {
		long micros = number(result, 0);
		return (index < number(result, 1)) ? new StoreAnswer(AcquisitionState.GRANTED, micros, request.lease(),
				new StoreClock(micros, ""), (request.waited() != null) ? Duration.ZERO : null)
				: StoreAnswer.PASSED_OVER;
	}

	/**
	 * The answer to one of many releases, or {@code null} if there are waiters or late
	 * requests may come.
	 */
	public static @Nullable StoreAnswer released(List<Object> result, int index) {
		return (number(result, 1 + index) == 0) ? null
				: new StoreAnswer(AcquisitionState.RELEASED, 0, Duration.ZERO, new StoreClock(number(result, 0), ""));
	}

	/**
	 * Whether the server knows that the waiters that asked again can be notified, as far
	 * as it can tell.
	 */
	public static boolean areHeard(List<Object> result) {
		return number(result, 2) == 1;
	}

	/**
	 * The answers to a release and to the acquisition that came with it.
	 */
	public static Requeued requeued(String record, String result) {
		int comma = result.indexOf(", ");
		if (comma < 0) {
			throw strange(record, result);
		}
		return new Requeued(answer(record, result.substring(0, comma)), answer(record, result.substring(comma + 2)));
	}

	/** Scripts use the names of states in lower case. */
	private static AcquisitionState state(String result, int length) {
		for (AcquisitionState state : STATES) {
			if (state.name().length() == length && result.regionMatches(true, 0, state.name(), 0, length)) {
				return state;
			}
		}
		return AcquisitionState.UNKNOWN;
	}

	private static String known(String server) {
		return server.equals("-") ? "" : server;
	}

	/**
	 * Whether the server knows that a waiter can be notified, as far as it can tell.
	 */
	public static boolean isHeard(String result) {
		return !result.endsWith(" 0") || !result.contains("queued ");
	}

	/**
	 * Whether a hold was ended by force.
	 */
	public static boolean isEnded(String record, String result) {
		if (result.length() > 1) {
			throw strange(record, result);
		}
		return result.charAt(0) == '1';
	}

	/**
	 * The record of a lock.
	 */
	public static LockRecord record(String record, List<Object> result) {
		String id = text(result, 0);
		if (result.size() < INSPECTED) {
			throw strange(record, id);
		}
		int waiters = (int) number(result, 4);
		if (id.isEmpty()) {
			return LockRecord.free(waiters);
		}
		List<Hold> shares = new ArrayList<>();
		for (int i = INSPECTED; i < result.size(); i += 4) {
			String names = text(result, i + 3);
			shares.add(hold(text(result, i), ShareNames.owner(names), result, number(result, i + 1),
					(int) number(result, i + 2), ShareNames.capacity(names)));
		}
		Owner owner = new Owner(text(result, 5), text(result, 6), text(result, 7));
		return new LockRecord(
				id.equals(ScriptArguments.SHARED) ? shares : List.of(hold(id, owner, result, number(result, 2), 0, 0)),
				waiters);
	}

	private static Hold hold(String id, Owner owner, List<Object> result, long restMillis, int permits, int capacity) {
		int colon = id.lastIndexOf(':');
		return new Hold(id.substring(0, colon), Long.parseLong(id.substring(colon + 1)), owner,
				Instant.ofEpochMilli(number(result, 1)), Duration.ofMillis(restMillis), number(result, 3), permits,
				capacity);
	}

	private static StoreException strange(String record, String result) {
		String layout = result.substring(result.lastIndexOf(' ') + 1);
		return layout.equals("none") ? RedisErrors.foreign(record, null)
				: new StoreException("the key '" + record + "' holds a record of layout '" + layout
						+ "', which this version does not know; finish the upgrade of all instances, or choose another"
						+ " 'distributed-lock.key-prefix'", false, null);
	}

	private static String text(List<Object> result, int index) {
		return (String) result.get(index);
	}

	private static long number(List<Object> result, int index) {
		return (Long) result.get(index);
	}

}
