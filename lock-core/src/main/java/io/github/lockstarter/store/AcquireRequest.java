package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A request for a lock, or for a share of it. Immutable.
 *
 * @param key the lock
 * @param sequence the acquisition's number within its session
 * @param lease how long the lock is kept from the moment it is granted
 * @param owner the caller that asks
 * @param placeTimeout how long the place in the queue is kept without another request;
 * zero does not queue
 * @param passes how many further fencing tokens to reserve with the grant, one for each
 * time that the session passes the lock on by itself
 * @param share what it shares with others; {@code null} asks for the lock itself
 * @param waited how long the caller has waited: among the requests with this time, the
 * one that has waited longest is next, whatever their order of arrival; {@code null} to
 * wait in the order in which requests come
 * @param downgrades whether the acquisition holds the lock, and only lets others share it
 * from now on; if it does not hold it, nothing is granted
 * @param vote the conditions for a store that is one of several that have to agree;
 * {@code null} for a store that decides alone
 * @param supersedes whether all earlier acquisitions of the session at this lock are
 * over: none of them holds it or will, and none is to keep it from others. If one of them
 * has it alone according to the store, then its release is lost, and it ends here
 * @param secret what the grant of an acquisition that waits has to
 * {@linkplain GrantNotification#provenBy(String) prove}: the store keeps it with the
 * place in the queue and tells it nobody, so that only who can read that can send a grant
 * that is believed; hexadecimal digits, or empty if no grant is expected
 */
public record AcquireRequest(String key, long sequence, Duration lease, Owner owner, Duration placeTimeout, int passes,
		@Nullable Share share, @Nullable Duration waited, boolean downgrades, @Nullable Vote vote, boolean supersedes,
		String secret) {

	/**
	 * Create a request to a store that decides alone.
	 * @param key the lock
	 * @param sequence the acquisition's number within its session
	 * @param lease how long the lock is kept from the moment it is granted
	 * @param owner the caller that asks
	 * @param placeTimeout how long the place in the queue is kept without another request
	 * @param passes how many further fencing tokens to reserve with the grant
	 * @param share what it shares with others; {@code null} asks for the lock itself
	 * @param waited how long the caller has waited; {@code null} to wait in the order in
	 * which requests come
	 */
	public AcquireRequest(String key, long sequence, Duration lease, Owner owner, Duration placeTimeout, int passes,
			@Nullable Share share, @Nullable Duration waited) {
		this(key, sequence, lease, owner, placeTimeout, passes, share, waited, false, null, false, "");
	}

	/**
	 * Create a request for the lock itself.
	 * @param key the lock
	 * @param sequence the acquisition's number within its session
	 * @param lease how long the lock is kept from the moment it is granted
	 * @param owner the caller that asks
	 * @param placeTimeout how long the place in the queue is kept without another request
	 * @param passes how many further fencing tokens to reserve with the grant
	 */
	public AcquireRequest(String key, long sequence, Duration lease, Owner owner, Duration placeTimeout, int passes) {
		this(key, sequence, lease, owner, placeTimeout, passes, null, null);
	}

	/**
	 * Create a request that reserves no further tokens.
	 * @param key the lock
	 * @param sequence the acquisition's number within its session
	 * @param lease how long the lock is kept from the moment it is granted
	 * @param owner the caller that asks
	 * @param placeTimeout how long the place in the queue is kept without another request
	 */
	public AcquireRequest(String key, long sequence, Duration lease, Owner owner, Duration placeTimeout) {
		this(key, sequence, lease, owner, placeTimeout, 0);
	}

	/**
	 * The same request for a share of the lock.
	 * @param wanted what it shares with others
	 * @return a new request
	 */
	public AcquireRequest sharing(Share wanted) {
		return new AcquireRequest(this.key, this.sequence, this.lease, this.owner, this.placeTimeout, this.passes,
				wanted, this.waited, false, this.vote, this.supersedes, this.secret);
	}

	/**
	 * The request of the holder, which has the lock alone and lets others share it from
	 * now on. Grants nothing to an acquisition that does not hold the lock.
	 * @param kept what it shares with others from then on
	 * @return a new request
	 */
	public AcquireRequest downgradingTo(Share kept) {
		return new AcquireRequest(this.key, this.sequence, this.lease, this.owner, Duration.ZERO, this.passes, kept,
				null, true, null, false, "");
	}

	/**
	 * The same request of a caller that waits in the order of all callers' arrival.
	 * @param already how long it has waited
	 * @return a new request
	 */
	public AcquireRequest waiting(Duration already) {
		return new AcquireRequest(this.key, this.sequence, this.lease, this.owner, this.placeTimeout, this.passes,
				this.share, already, false, this.vote, this.supersedes, this.secret);
	}

	/**
	 * The same request of a session whose earlier acquisitions at this lock are all over.
	 * @return a new request
	 */
	public AcquireRequest superseding() {
		return new AcquireRequest(this.key, this.sequence, this.lease, this.owner, this.placeTimeout, this.passes,
				this.share, this.waited, this.downgrades, this.vote, true, this.secret);
	}

	/**
	 * The same request of an acquisition whose grant has to prove a secret.
	 * @param proven the secret
	 * @return a new request
	 */
	public AcquireRequest withSecret(String proven) {
		return new AcquireRequest(this.key, this.sequence, this.lease, this.owner, this.placeTimeout, this.passes,
				this.share, this.waited, this.downgrades, this.vote, this.supersedes, proven);
	}

	/**
	 * The same request to a store that is one of several, which queues for nothing.
	 * @param asked the conditions for the store
	 * @return a new request for the lock itself
	 */
	public AcquireRequest voting(Vote asked) {
		return new AcquireRequest(this.key, this.sequence, this.lease, this.owner, Duration.ZERO, this.passes, null,
				null, false, asked, this.supersedes, "");
	}

	/**
	 * The caller that asks for a lock, described for operators.
	 *
	 * @param application the application's name
	 * @param instance the JVM: host and process
	 * @param thread the thread
	 */
	public record Owner(String application, String instance, String thread) {
	}

}
