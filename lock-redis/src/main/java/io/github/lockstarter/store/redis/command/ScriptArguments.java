package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreTimes;
import io.github.lockstarter.store.Vote;

/**
 * The arguments of the scripts, as {@code head.lua} and the scripts themselves describe
 * them.
 */
public final class ScriptArguments {

	/** Longer names are of no use to operators, and every record is sent as a whole. */
	private static final int LONGEST_NAME = 60;

	/** The number of digits of the longest lease, in milliseconds. */
	private static final int LEASE_DIGITS = 12;

	/** The number of arguments that {@code head.lua} describes. */
	private static final int HEAD = 2;

	/** The number of arguments, including those of {@code acquiring.lua}. */
	private static final int ACQUIRE = HEAD + 3;

	/** The owner of a lock that is shared. */
	static final String SHARED = "shared:0";

	private static final String YES = "1";

	private static final String NO = "0";

	/** In place of a place in the queue, for a holder of the lock. */
	private static final String TAKES_NOTHING = "-";

	private static final String NO_PLACE = "";

	/**
	 * The way of a waiter that is not notified.
	 */
	public static final String DEAF = "d";

	/** Before a secret, if there is one. */
	private static final String SECRET = "~";

	/** Before the place, if there is one. */
	private static final String SUPERSEDES = "!";

	private final ChannelNames names;

	private volatile CommonText last = new CommonText(Duration.ZERO, 0, "", "", "", "");

	private volatile OwnText lastOwn = new OwnText("", "", "");

	/**
	 * Create the arguments.
	 * @param names the prefix and the instance
	 */
	public ScriptArguments(ChannelNames names) {
		this.names = names;
	}

	/**
	 * The arguments of a script that takes no more than every script.
	 */
	public String[] inspect(String record) {
		return head(HEAD, record, 0);
	}

	/**
	 * The arguments of an acquisition.
	 * @param letter the way in which a waiter expects to be notified
	 */
	public String[] acquire(String record, AcquireRequest request, String letter) {
		if (request.downgrades()) {
			return acquire(ACQUIRE, record, request, TAKES_NOTHING);
		}
		Vote vote = request.vote();
		return (vote != null) ? vote(record, request, vote) : acquire(ACQUIRE, record, request, place(request, letter));
	}

	private String[] vote(String record, AcquireRequest request, Vote vote) {
		String[] arguments = acquire(ACQUIRE + 2, record, request, place(request, NO_PLACE));
		arguments[ACQUIRE] = Long.toString(vote.leastToken());
		arguments[ACQUIRE + 1] = millis(vote.upFor());
		return arguments;
	}

	/**
	 * The arguments of a release together with the next acquisition.
	 * @param finished the acquisition that ends
	 * @param passes the number of its reserved tokens that were used
	 * @param withoutMark whether the record need not show how it has finished
	 */
	public String[] requeue(String record, long finished, int passes, boolean withoutMark, AcquireRequest next,
			String letter) {
		String[] arguments = acquire(ACQUIRE + 3, record, next, place(next, letter));
		arguments[ACQUIRE] = Long.toString(finished);
		arguments[ACQUIRE + 1] = Integer.toString(passes);
		arguments[ACQUIRE + 2] = withoutMark ? YES : NO;
		return arguments;
	}

	private String place(AcquireRequest request, String letter) {
		Duration waited = request.waited();
		Duration placeTimeout = request.placeTimeout();
		String place = request.supersedes() ? SUPERSEDES : NO_PLACE;
		place = placeTimeout.isZero() ? place : place + millis(placeTimeout) + letter + secret(request, letter);
		return (waited != null) ? place + waited(waited) : place;
	}

	/** Nothing is sent to a waiter that hears nothing. */
	private String secret(AcquireRequest request, String letter) {
		return (letter.equals(DEAF) || request.secret().isEmpty()) ? "" : SECRET + request.secret();
	}

	private static String waited(Duration time) {
		return "^" + TimeUnit.NANOSECONDS.toMicros(time.toNanos());
	}

	private String[] acquire(int count, String record, AcquireRequest request, String place) {
		String[] arguments = head(count, record, request.sequence());
		CommonText common = common(request);
		Share share = request.share();
		arguments[HEAD] = common.keptText;
		arguments[HEAD + 1] = (share != null) ? share(request, share) : own(common.text, request.owner().thread());
		arguments[HEAD + 2] = place;
		return arguments;
	}

	private static String share(AcquireRequest request, Share share) {
		return lease(millis(request.lease())) + ' ' + tokens(request) + '\n' + ShareNames.text(request.owner(), share);
	}

	private CommonText common(AcquireRequest request) {
		CommonText known = this.last;
		if (!known.isOf(request)) {
			known = CommonText.of(request);
			this.last = known;
		}
		return known;
	}

	private String own(String common, String thread) {
		OwnText known = this.lastOwn;
		if (!known.common.equals(common) || !known.thread.equals(thread)) {
			known = new OwnText(common, thread, common + name(thread));
			this.lastOwn = known;
		}
		return known.text;
	}

	/**
	 * The arguments of a renewal.
	 */
	public String[] renew(String record, long sequence, Duration lease) {
		return renew(HEAD + 1, record, sequence, lease);
	}

	/**
	 * The arguments of a renewal that writes even if nothing changes.
	 */
	public String[] renewAnyway(String record, long sequence, Duration lease) {
		String[] arguments = renew(HEAD + 2, record, sequence, lease);
		arguments[HEAD + 1] = YES;
		return arguments;
	}

	private String[] renew(int count, String record, long sequence, Duration lease) {
		String[] arguments = head(count, record, sequence);
		arguments[HEAD] = millis(lease);
		return arguments;
	}

	/**
	 * The arguments of a release. The usual case, in which the lock is not kept, has one
	 * argument less.
	 * @param withoutMark whether the record need not show how the acquisition has
	 * finished
	 */
	public String[] release(String record, long sequence, int passes, boolean withoutMark, Duration keepFor) {
		boolean kept = keepFor.toMillis() > 0;
		String[] arguments = head(HEAD + (kept ? 3 : 2), record, sequence);
		arguments[HEAD] = (passes > 0) ? Integer.toString(passes) : "0";
		arguments[HEAD + 1] = withoutMark ? YES : NO;
		if (kept) {
			arguments[HEAD + 2] = millis(keepFor);
		}
		return arguments;
	}

	/** Whether these are of a release that may be forgotten, and the lock is not kept. */
	static boolean isWithoutMark(String[] released) {
		return released.length == HEAD + 2 && released[HEAD + 1].equals(YES);
	}

	/**
	 * The arguments of a release by force.
	 * @param hold the hold to end
	 */
	public String[] forceRelease(String record, LockRecord.Hold hold) {
		String[] arguments = head(HEAD + 1, record, hold.sequence());
		arguments[0] = hold.isShared() ? SHARED : hold.instance() + ":" + hold.sequence();
		arguments[HEAD] = Long.toString(hold.token());
		return arguments;
	}

	/**
	 * The arguments of many acquisitions that already wait.
	 * @param record one of their records
	 */
	public String[] acquireMany(String record, List<AcquireRequest> requests, String letter) {
		Stream<String> shared = Stream.of(this.names.instance(), this.names.name(record), letter);
		Stream<String> each = requests.stream()
			.flatMap((request) -> Stream.of(Long.toString(request.sequence()), millis(request.placeTimeout()),
					wanted(request, letter)));
		return Stream.concat(shared, each).toArray(String[]::new);
	}

	/** As it stands in the record of a lock that is waited for. */
	private String wanted(AcquireRequest request, String letter) {
		String secret = secret(request, letter);
		String since = (request.waited() != null) ? waited(request.waited()) : "";
		if (request.share() == null) {
			return tokens(request) + secret + since;
		}
		return tokens(request) + ((since.isEmpty() && !secret.isEmpty()) ? "^" : since) + secret;
	}

	/**
	 * The arguments of many acquisitions that don't queue.
	 */
	public String[] acquireFreeMany(List<AcquireRequest> requests) {
		return requests.stream().flatMap((request) -> {
			CommonText common = common(request);
			return Stream.of(acquisition(request.sequence()), common.keptText,
					own(common.text, request.owner().thread()));
		}).toArray(String[]::new);
	}

	/**
	 * The arguments of many releases.
	 * @param withoutMark whether the record need not show how an acquisition has finished
	 */
	public String[] releaseHeldMany(List<ReleaseRequest> requests, Predicate<Long> withoutMark) {
		return requests.stream()
			.flatMap((request) -> Stream.of(acquisition(request.sequence()), Integer.toString(request.passes()),
					withoutMark.test(request.sequence()) ? YES : NO))
			.toArray(String[]::new);
	}

	/**
	 * The arguments of many renewals.
	 */
	public String[] renewMany(List<RenewRequest> requests) {
		return requests.stream()
			.flatMap((request) -> Stream.of(acquisition(request.sequence()), millis(request.lease())))
			.toArray(String[]::new);
	}

	/** The first ones, and room for more. */
	private String[] head(int count, String record, long sequence) {
		String[] arguments = new String[count];
		arguments[0] = acquisition(sequence);
		arguments[1] = this.names.prefix(record);
		return arguments;
	}

	private String acquisition(long sequence) {
		return this.names.instance() + ":" + sequence;
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	private static String lease(String millis) {
		return "0".repeat(LEASE_DIGITS - millis.length()) + millis;
	}

	/** The number of tokens to reserve, and the wanted share. */
	private static String tokens(AcquireRequest request) {
		Share share = request.share();
		String tokens = Integer.toString(request.passes());
		return (share != null) ? tokens + '/' + share.permits() + "of" + share.capacity() : tokens;
	}

	/** On one line, since each name has a line of its own. */
	static String name(String text) {
		String shortened = (text.length() <= LONGEST_NAME) ? text : text.substring(0, LONGEST_NAME);
		return shortened.replace('\n', ' ');
	}

	/**
	 * The text that acquisitions have in common.
	 *
	 * @param keptText how long their records are kept, in milliseconds
	 * @param text the part of a holder's record between its token and its thread
	 */
	private record CommonText(Duration lease, int passes, String application, String instance, String keptText,
			String text) {

		static CommonText of(AcquireRequest request) {
			String application = request.owner().application();
			String instance = request.owner().instance();
			String text = ScriptArguments.lease(millis(request.lease())) + ' ' + request.passes() + '\n'
					+ name(application) + '\n' + name(instance) + '\n';
			return new CommonText(request.lease(), request.passes(), application, instance, kept(request), text);
		}

		/** Reserved tokens lie ahead of the clock. */
		private static String kept(AcquireRequest request) {
			long reserved = TimeUnit.MICROSECONDS.toMillis(request.passes() + 999L);
			return Long.toString(Math.max(request.lease().toMillis(), reserved) + StoreTimes.REMEMBERED.toMillis());
		}

		boolean isOf(AcquireRequest request) {
			return this.lease.equals(request.lease()) && this.passes == request.passes()
					&& this.application.equals(request.owner().application())
					&& this.instance.equals(request.owner().instance());
		}

	}

	/**
	 * The text of an acquisition by a thread.
	 *
	 * @param text its record after the token
	 */
	private record OwnText(String common, String thread, String text) {
	}

}
