package io.github.lockstarter.simulation;

import java.util.Map;

import io.github.lockstarter.core.hold.JvmLeaseMutants;
import io.github.lockstarter.core.queue.StoreDialogMutants;
import io.github.lockstarter.store.quorum.QuorumMutants;
import io.github.lockstarter.store.record.RecordMutants;

/**
 * One defect that is put into a class before it is loaded: a method, and what is done
 * instead of it, before it or after it.
 */
enum Mutation {

	// the store's rules, as in the model of the protocol

	RELEASE_UNCHECKED("a release frees whoever holds the lock",
			Map.of("store.record.Holders#isHeldBy", RecordMutants.HeldByWhoever.class)),

	BY_INSTANCE("acquisitions of one instance are told apart by nobody",
			Map.of("store.record.Acquisition#equals", RecordMutants.SameInstance.class)),

	NO_MARKS("what has finished is not remembered",
			Map.of("store.record.FinishedAcquisitions#state", EngineMutants.Skipped.class)),

	GRANTED_KEEPS_PLACE("who is granted the lock stays in the queue",
			Map.of("store.record.WaitQueue#remove", EngineMutants.Skipped.class)),

	TOKEN_STAYS("a grant takes the token of the last one",
			Map.of("store.record.Holders#own", RecordMutants.SameToken.class)),

	TOKEN_WITHOUT_CLOCK("tokens start again when the record has vanished",
			Map.of("store.record.Holders#own", RecordMutants.NextToken.class)),

	NO_CLAIM_WINDOW("a pushed grant never ends",
			Map.of("store.record.WaitQueue$Place#claimWindowMillis", RecordMutants.EndlessWindow.class)),

	NO_EXPIRY("a lease that is over still holds the lock",
			Map.of("store.record.Holders#isHeld", RecordMutants.HeldForEver.class)),

	NOTHING_RESERVED("a grant reserves no tokens, and the lock passes all the same",
			Map.of("store.record.Holders#own", RecordMutants.NothingReserved.class)),

	USED_NOT_TOLD("the tokens that were used are granted again",
			Map.of("store.record.Holders#use", EngineMutants.Skipped.class)),

	NEWCOMER_OVERTAKES("a free lock goes to whoever asks",
			Map.of("store.record.RecordTransition#isNext", RecordMutants.NotHandedOver.class)),

	REQUEUE_KEEPS_PLACE("whoever asks anew takes the first place in the queue",
			Map.of("store.record.WaitQueue#put", RecordMutants.FirstPlace.class)),

	REQUEUE_BY_INSTANCE("a requeue releases whatever its client holds",
			Map.of("store.record.RecordTransition#requeue", RecordMutants.RequeuedByInstance.class)),

	KEPT_UNDER_ITS_NUMBER("a kept lock stays with the acquisition that was released",
			Map.of("store.record.Holders#leave", RecordMutants.KeptUnderItsNumber.class)),

	KEPT_AGAIN("a release that is repeated keeps the lock once more",
			Map.of("store.record.RecordTransition#releasing", RecordMutants.KeptAgain.class)),

	FORCED_BY_KEY("a forced release ends whatever hold it finds",
			Map.of("store.record.RecordTransition#forceRelease", RecordMutants.ForcedByKey.class)),

	FORCED_UNMARKED("what was lost, or ended by force, is not remembered",
			Map.of("store.record.FinishedAcquisitions#add", RecordMutants.Unmarked.class)),

	UNSORTED("those that tell how long they have waited stand in the order in which they came to the store",
			Map.of("store.record.WaitQueue#index", RecordMutants.WhereItWas.class)),

	AGE_OF_FORMER("a place keeps its age when whoever had it has given up",
			Map.of("store.record.WaitQueue#put", RecordMutants.FormerAge.class)),

	OTHERS_NOT_TOLD("whoever is granted a lock is told that nobody else waits",
			Map.of("store.record.RecordTransition#othersWaited", RecordMutants.NobodyWaits.class)),

	// the store's rules for locks that are shared

	READER_BESIDE_WRITER("a reader is let in, whoever has the lock",
			Map.of("store.record.RecordTransition#isNext", RecordMutants.ReadersComeIn.class)),

	WRITER_BESIDE_READERS("whoever wants a lock alone gets it beside those that share it",
			Map.of("store.record.Holders#fits", RecordMutants.AloneBesideOthers.class)),

	ONE_PERMIT_MORE("a semaphore has one permit more than its capacity",
			Map.of("store.record.Holdings#fit", RecordMutants.OneMore.class)),

	RETURNED_TWICE("whoever leaves a semaphore gives back permits of another, too",
			Map.of("store.record.Holdings#remove", RecordMutants.ReturnedTwice.class)),

	COUNTED_AGAIN("a request that is repeated counts its permits once more",
			Map.of("store.record.Holdings#replace", RecordMutants.AddedOnceMore.class)),

	NO_SWEEP("shares whose lease is over are closed only with the last one",
			Map.of("store.record.Holders#endShares", EngineMutants.Skipped.class)),

	HOLDINGS_STAY("a lock that is shared ends, and its shares stay on record",
			Map.of("store.record.Holders#expire", RecordMutants.SharesStay.class)),

	DEADLINE_STAYS("a lock that is shared ends with the first of its shares",
			Map.of("store.record.Holders#put", RecordMutants.FirstDeadline.class)),

	SHARE_UNMARKED("a share that is returned leaves no mark",
			Map.of("store.record.RecordTransition#finish", RecordMutants.UnmarkedShare.class)),

	MARK_FIRST("a renewal is refused once its instance has finished a later acquisition",
			Map.of("store.record.RecordTransition#renew", RecordMutants.MarkFirst.class)),

	HANDS_OVER_BEHIND("those that want a share are let in before one that wants the lock alone",
			Map.of("store.record.WaitQueue#firstWithinReach", RecordMutants.SharersFirst.class)),

	DOWNGRADED_APART("a holder lets others in by a release and another request",
			Map.of("store.record.RecordTransition#acquire", RecordMutants.ReleasedFirst.class)),

	LATE_TAKES_BACK("after a holder let others in, its first request comes late and takes the lock back",
			Map.of("store.record.RecordTransition#acquire", RecordMutants.TakenBack.class)),

	// the client's rules, as in the model of the protocol

	FORCED_UNTOLD("a client that releases a lock by force does not tell its own callers",
			Map.of("core.DefaultLockAdmin#revokeHere", EngineMutants.Skipped.class)),

	USED_BEYOND_WINDOW("a pushed grant counts for a whole lease from its receipt",
			Map.of("core.queue.ServerTime#validUntil", EngineMutants.WholeLease.class)),

	VALID_FROM_ANSWER("validity counts from later than the request",
			Map.of("core.hold.LeaseMath#end", EngineMutants.LaterEnd.class)),

	NO_MARGIN("clocks are taken to go equally fast", Map.of("core.hold.LeaseMath#end", EngineMutants.NoMargin.class)),

	KEPT_TOO_SHORT("a lock that is to be held at least for a time is kept for half of the rest",
			Map.of("core.hold.HoldLease#keepFor", EngineMutants.Half.class)),

	PASSED_TOO_OFTEN("a lock passes inside a client for as long as somebody waits there",
			Map.of("core.hold.JvmLease#isWithinBounds", EngineMutants.Always.class)),

	PASSED_TOO_LATE("a lock passes inside a client however long that has had it",
			Map.of("core.hold.JvmLease#passingNanos", EngineMutants.Hour.class)),

	INVENTED_TOKEN("a holder has a token that the store has never granted",
			Map.of("core.hold.GrantDetails#token", JvmLeaseMutants.One.class)),

	PASSED_WITH_ITS_TOKEN("who gets the lock by a pass has the token of the one before",
			Map.of("core.hold.Hold#next", JvmLeaseMutants.SameToken.class)),

	SUPERSEDES_BESIDE_SHARES(
			"a request supersedes what a client shares with others, and may still have alone in the store",
			Map.of("core.queue.AcquireAttempt#supersedes", EngineMutants.Always.class)),

	SUPERSEDES_TOO_EARLY("a request supersedes what is to be kept by a release that is under way",
			Map.of("core.queue.KeptLocks#contain", EngineMutants.Skipped.class)),

	GRANT_BY_INSTANCE("a grant is taken for whatever is asked for at the moment",
			Map.of("core.queue.StoreDialog#pushed", StoreDialogMutants.AnyGrant.class,
					"core.queue.PendingAcquisition#isProvenBy", EngineMutants.Always.class)),

	FORGED_GRANT("a grant counts whoever has sent it",
			Map.of("core.queue.PendingAcquisition#isProvenBy", EngineMutants.Always.class)),

	CHANGED_GRANT("a grant shows its secret, and who has heard it sends another grant with it",
			Map.of("store.GrantNotification#proofOf", EngineMutants.Shown.class)),

	FORGED_REVOCATION("a revocation counts whoever has sent it",
			Map.of("core.hold.LeaseRenewals#perhapsRevoked", JvmLeaseMutants.Revoked.class)),

	NO_RECHECK("a waiter relies on its grant", Map.of("core.queue.RecheckPace#nanos", EngineMutants.Hour.class)),

	LATE_RECHECK("a waiter asks again after three seconds",
			Map.of("core.queue.RecheckPace#nanos", EngineMutants.ThreeSeconds.class)),

	NO_START_OVER("a waiter that was told 'lost' asks on under the same number",
			Map.of("core.queue.StoreDialog#startOver", EngineMutants.Skipped.class)),

	PASSED_WITH_A_LEASE("who gets the lock by a pass counts it as valid for several leases",
			Map.of("core.hold.JvmLease#pass", JvmLeaseMutants.SeveralLeases.class)),

	AGE_NOT_TOLD("the store is not told how long a caller has waited",
			Map.of("core.queue.Waiter#age", EngineMutants.Skipped.class)),

	PASSED_TO_THE_NEXT("a fair lock passes to the next caller of the same client, whoever waits elsewhere",
			Map.of("core.queue.Waiter#isOlderThan", EngineMutants.Always.class)),

	FORGOTTEN_TOO_EARLY("a release forgets what may still be asked for",
			Map.of("store.InDoubtAcquisitions#isAnswered", EngineMutants.Always.class)),

	// the client's rules for several locks that are asked for together

	OFFERED_IN_VAIN("a lock that was offered to a waiter stays when that one gives up",
			Map.of("core.queue.HandOver#settle", EngineMutants.Skipped.class)),

	TAKEN_OUT_OF_ORDER("later locks are kept while an earlier one is waited for",
			Map.of("core.queue.Waiter#isServed", EngineMutants.Always.class)),

	GIVEN_UP_IN_SILENCE("what is given up as a list is not answered is not finished",
			Map.of("core.queue.StoreDialog#skip", EngineMutants.Skipped.class)),

	// the client's rules for locks that are shared, and for callers

	READERS_JOIN_FOR_EVER("readers join each other for ever, whoever waits elsewhere",
			Map.of("core.queue.Readers#freshNanos", EngineMutants.Hour.class)),

	LOSS_NOT_TOLD("those that share a lock are not told that it is lost",
			Map.of("core.hold.Hold#lose", JvmLeaseMutants.NoShare.class)),

	UPGRADED("a thread that shares a lock enters it alone",
			Map.of("core.hold.HoldCounts#covers", EngineMutants.Always.class)),

	SHARED_IN_THE_STORE_ONLY("a thread that lets readers in has the lock alone all the same",
			Map.of("core.hold.HoldCounts#share", JvmLeaseMutants.AsAskedFor.class)),

	SHARED_TOO_EARLY("others read beside one that goes on writing",
			Map.of("core.hold.HoldCounts#downgrade", EngineMutants.Always.class)),

	ENTERED_ALL_THE_SAME("a thread enters again although it asked not to",
			Map.of("core.hold.LockRequest#isReentrant", EngineMutants.Always.class)),

	BORROWED_AND_GIVEN_BACK("a handle of what a thread holds already gives it back",
			Map.of("core.HandleView#leave", EngineMutants.LeftByBorrower.class)),

	WORK_GOES_ON("work is not cancelled when its call is",
			Map.of("core.AsyncGuardedBody#cancel", EngineMutants.Skipped.class)),

	EXTENDED_IN_SILENCE("nobody is told that a lease was extended",
			Map.of("core.LeaseExtension#end", EngineMutants.Skipped.class)),

	// the rules of a quorum

	MINORITY_DECIDES(Over.QUORUM, "a minority of servers decides",
			Map.of("store.quorum.Nodes#majority", QuorumMutants.Minority.class)),

	VOTES_AT_ONCE(Over.QUORUM, "a server without its data has a vote as soon as it is up",
			Map.of("store.quorum.QuorumOptions#longestLease", QuorumMutants.AtOnce.class)),

	VALID_FROM_VOTES(Over.QUORUM, "the time that the servers took to vote is not subtracted from validity",
			Map.of("core.hold.LeaseMath#end", EngineMutants.LaterEnd.class)),

	NOT_ABANDONED(Over.QUORUM, "who got no majority keeps the votes",
			Map.of("store.quorum.Releasing#abandon", EngineMutants.Skipped.class)),

	TOKEN_OF_ONE_ROUND(Over.QUORUM, "a token is used that no majority has confirmed",
			Map.of("store.quorum.Acquiring#count", QuorumMutants.LargestToken.class)),

	LAST_IS_FIRST(Over.QUORUM, "of the callers of one client the last is served first",
			Map.of("core.queue.WaitingLine#head", StoreDialogMutants.LastIsFirst.class)),

	OVERTAKEN_FOR_EVER(Over.QUORUM, "callers that come overtake those that wait as often as they can",
			Map.of("core.queue.Waiter#offer", EngineMutants.Skipped.class)),

	OUT_FOR_GOOD(Over.QUORUM, "a server that answers again still counts as down",
			Map.of("store.quorum.Node#answered", EngineMutants.Skipped.class)),

	// defects that the engine had

	DEAF_FOR_EVER("a subscription on which a grant was missed is kept",
			Map.of("simulation.SimulatedSession#missed", EngineMutants.Skipped.class)),

	NOT_CONTAINED("what a callback throws ends the look at all leases",
			Map.of("containment.FailureIsolation#run", EngineMutants.NotContained.class)),

	LEFT_TWICE("a lock that is left twice passes on twice",
			Map.of("core.hold.HoldCounts#isEnteredFor", EngineMutants.LeftAgain.class, "core.queue.LockQueue#left",
					EngineMutants.WhoeverHolds.class)),

	CONNECTING_FOR_EVER("an attempt to connect has no end",
			Map.of("simulation.SimulatedConnector#giveUp", EngineMutants.Skipped.class)),

	SUBSCRIBING_FOR_EVER("while a subscription is not answered nothing is asked",
			Map.of("simulation.SimulatedChannel#giveUp", EngineMutants.Skipped.class, "core.queue.StoreDialog#due",
					StoreDialogMutants.NotDue.class)),

	ERROR_WHILE_ASKING("an error of the client library leaves the queue asking",
			Map.of("core.queue.StoreRequests#staged", EngineMutants.NotStaged.class)),

	VALID_AFTER_SUSPENSION("a suspended machine does not look at the wall clock",
			Map.of("core.platform.Moment#assuredNanosLeft", EngineMutants.MonotonicOnly.class)),

	GRANT_WHILE_SUSPENDED("a grant ends by the clock that stood still",
			Map.of("core.platform.Moment#earlier", EngineMutants.ByMonotonicClock.class)),

	NOT_TOLD_AT_THE_END("what waits for a thread is dropped when the client is closed",
			Map.of("core.hold.CallbackExecutor#startAll", EngineMutants.Skipped.class)),

	NEVER_FORGOTTEN("a lock whose handle was dropped is renewed for ever",
			Map.of("core.hold.Hold#drop", EngineMutants.Skipped.class)),

	NEVER_UNLOCKED("a lock that was entered as a JDK lock is not given back",
			Map.of("core.JdkLock#unlock", EngineMutants.Skipped.class)),

	NO_PATIENCE("whoever does not wait for other holders does not wait for an answer either",
			Map.of("core.queue.WaitLimits#of", StoreDialogMutants.NoPatience.class)),

	UNAVAILABLE_IN_VAIN("whoever waits in vain is told that the store is unavailable",
			Map.of("core.queue.Refusal#contended", StoreDialogMutants.Unavailable.class)),

	NO_PAUSE("whoever backs off makes its attempts without a pause",
			Map.of("core.PollingWait#isPauseOver", EngineMutants.Always.class)),

	LONG_PAUSE("whoever backs off pauses for a second more",
			Map.of("core.PollingWait#pause", EngineMutants.LongPause.class)),

	FAILED_FOR_GOOD("a renewal, or claim, that fails is not repeated",
			Map.of("core.hold.LeaseRenewals#failed", EngineMutants.Skipped.class)),

	RELEASE_NOT_REPEATED("a release that fails is not repeated",
			Map.of("core.hold.ReleaseRetries#repeatLater", EngineMutants.Skipped.class)),

	NO_RENEWAL("no lease is renewed", Map.of("core.hold.LeaseRenewals#renew", EngineMutants.Skipped.class));

	private final Over over;

	private final String words;

	private final Map<String, Class<?>> advice;

	Mutation(String words, Map<String, Class<?>> advice) {
		this(Over.ONE_SERVER, words, advice);
	}

	Mutation(Over over, String words, Map<String, Class<?>> advice) {
		this.over = over;
		this.words = words;
		this.advice = advice;
	}

	String words() {
		return this.words;
	}

	/** Whether it has to be found by a run over a quorum of servers. */
	boolean isOverQuorum() {
		return this.over == Over.QUORUM;
	}

	/**
	 * Whether it lets out what has to be contained, so that no check is needed to see it.
	 */
	boolean isUncaught() {
		return this == NOT_CONTAINED;
	}

	/** By method, in the form {@code package.Class#method} below the root package. */
	Map<String, Class<?>> advice() {
		return this.advice;
	}

	/** What the run is over. */
	private enum Over {

		ONE_SERVER, QUORUM

	}

}
