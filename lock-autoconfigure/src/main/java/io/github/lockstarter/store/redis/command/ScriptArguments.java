package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.redis.cluster.Topology;

/**
 * The arguments of the scripts, as {@code head.lua} and the scripts themselves describe
 * them.
 */
public final class ScriptArguments {

	/** Longer names would change how Redis encodes the record. */
	private static final int LONGEST_NAME = 60;

	/** What the field for an instance's last finished acquisition begins with. */
	private static final String MARK = "finished:";

	/** How many arguments {@code head.lua} describes. */
	private static final int HEAD = 4;

	/** How many arguments there are with those of {@code acquiring.lua}. */
	private static final int ACQUIRE = 11;

	private final ChannelNames names;

	private final Topology topology;

	private final String mark;

	/**
	 * Know what each script is told.
	 * @param names the prefix and the instance
	 * @param topology tells whether channels belong to slots
	 */
	public ScriptArguments(ChannelNames names, Topology topology) {
		this.names = names;
		this.topology = topology;
		this.mark = MARK + names.instance();
	}

	/**
	 * Those of a script that takes no more than every script.
	 */
	public String[] inspect(String record) {
		return head(HEAD, record, 0);
	}

	/**
	 * Those of an acquisition.
	 * @param letter how a waiter hopes to hear
	 */
	public String[] acquire(String record, AcquireRequest request, String letter) {
		return acquire(ACQUIRE, record, request, letter);
	}

	/**
	 * Those of a release together with the next acquisition.
	 * @param finished the acquisition that ends
	 * @param passes how many of its reserved tokens were used
	 */
	public String[] requeue(String record, long finished, int passes, AcquireRequest next, String letter) {
		String[] arguments = acquire(ACQUIRE + 2, record, next, letter);
		arguments[ACQUIRE] = Long.toString(finished);
		arguments[ACQUIRE + 1] = Integer.toString(passes);
		return arguments;
	}

	private String[] acquire(int count, String record, AcquireRequest request, String letter) {
		String[] arguments = head(count, record, request.sequence());
		arguments[4] = millis(request.lease());
		arguments[5] = millis(request.queueFor());
		arguments[6] = name(request.owner().application());
		arguments[7] = name(request.owner().instance());
		arguments[8] = name(request.owner().thread());
		arguments[9] = letter;
		arguments[10] = Integer.toString(request.passes());
		return arguments;
	}

	/**
	 * Those of a renewal.
	 */
	public String[] renew(String record, long sequence, Duration lease) {
		return renew(HEAD + 1, record, sequence, lease);
	}

	/**
	 * Those of a renewal that writes even if nothing changes.
	 */
	public String[] renewAnyway(String record, long sequence, Duration lease) {
		String[] arguments = renew(HEAD + 2, record, sequence, lease);
		arguments[HEAD + 1] = "1";
		return arguments;
	}

	private String[] renew(int count, String record, long sequence, Duration lease) {
		String[] arguments = head(count, record, sequence);
		arguments[HEAD] = millis(lease);
		return arguments;
	}

	/**
	 * The usual case, in which the lock is not kept, has one argument less.
	 */
	public String[] release(String record, long sequence, int passes, Duration keepFor) {
		boolean kept = keepFor.toMillis() > 0;
		String[] arguments = head(HEAD + (kept ? 2 : 1), record, sequence);
		arguments[HEAD] = Integer.toString(passes);
		if (kept) {
			arguments[HEAD + 1] = millis(keepFor);
		}
		return arguments;
	}

	/**
	 * Those of a release by force.
	 * @param hold the hold to end
	 */
	public String[] forceRelease(String record, LockRecord.Hold hold) {
		String[] arguments = head(HEAD + 1, record, hold.sequence());
		arguments[0] = hold.instance() + ":" + hold.sequence();
		arguments[1] = MARK + hold.instance();
		arguments[HEAD] = Long.toString(hold.token());
		return arguments;
	}

	/**
	 * Those of many acquisitions that wait already.
	 * @param record one of their records
	 */
	public String[] acquireMany(String record, List<AcquireRequest> requests, String letter) {
		Stream<String> shared = Stream.of(this.names.instance(), this.mark, this.names.name(record, false), letter);
		Stream<String> each = requests.stream()
			.flatMap((request) -> Stream.of(Long.toString(request.sequence()), millis(request.queueFor()),
					Integer.toString(request.passes())));
		return Stream.concat(shared, each).toArray(String[]::new);
	}

	/**
	 * Those of many renewals.
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
		arguments[1] = this.mark;
		arguments[2] = Long.toString(sequence);
		arguments[3] = this.names.prefix(record, this.topology.isCluster());
		return arguments;
	}

	private String acquisition(long sequence) {
		return this.names.instance() + ":" + sequence;
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	private static String name(String text) {
		return (text.length() <= LONGEST_NAME) ? text : text.substring(0, LONGEST_NAME);
	}

}
