package io.github.lockstarter.store.record;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Defects of the record, as advice that is woven into its methods.
 */
public final class RecordMutants {

	private RecordMutants() {
	}

	public static final class HeldByWhoever {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("holder") @Nullable Acquisition holder,
				@Advice.FieldValue("deadline") long deadline, @Advice.Argument(1) Moment now,
				@Advice.Return(readOnly = false) boolean held) {
			held = holder != null && deadline > now.millis();
		}

	}

	public static final class HeldForEver {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("holder") @Nullable Acquisition holder,
				@Advice.Return(readOnly = false) boolean held) {
			held = holder != null;
		}

	}

	public static final class SameInstance {

		@Advice.OnMethodExit
		static void exit(@Advice.This Acquisition one, @Advice.Argument(0) @Nullable Object other,
				@Advice.Return(readOnly = false) boolean equal) {
			equal = other instanceof Acquisition && one.instance().equals(((Acquisition) other).instance());
		}

	}

	public static final class SameToken {

		@Advice.OnMethodEnter
		static long enter(@Advice.FieldValue("token") long token) {
			return token;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter long before, @Advice.FieldValue(value = "token", readOnly = false) long token) {
			token = (before == 0) ? token : before;
		}

	}

	public static final class NextToken {

		@Advice.OnMethodEnter
		static long enter(@Advice.FieldValue("token") long token) {
			return token;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter long before, @Advice.FieldValue(value = "token", readOnly = false) long token) {
			token = before + 1;
		}

	}

	public static final class NothingReserved {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue(value = "reserved", readOnly = false) int reserved) {
			reserved = 0;
		}

	}

	public static final class EndlessWindow {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) long millis) {
			millis = 3_600_000;
		}

	}

	/** Whoever waits is passed over. */
	public static final class NotHandedOver {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter() {
			return true;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("holders") Holders holders, @Advice.Argument(1) @Nullable Share wanted,
				@Advice.Argument(2) Moment now, @Advice.Return(readOnly = false) boolean next) {
			next = holders.fits(wanted, now);
		}

	}

	/** Whoever tells how long it has waited stays where it is. */
	public static final class WhereItWas {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(0) int wanted, @Advice.Return(readOnly = false) int at) {
			at = wanted;
		}

	}

	/** When its caller gives up, a place keeps its age for one that came later. */
	public static final class FormerAge {

		@Advice.OnMethodEnter
		static void enter(@Advice.This WaitQueue places, @Advice.Argument(0) Acquisition who,
				@Advice.Argument(value = 1, readOnly = false) AcquireRequest request, @Advice.Argument(3) Moment now) {
			WaitQueue.Place known = places.of(who.instance());
			Long since = (known != null) ? known.since() : null;
			if (since != null && request.waited() != null) {
				request = request.waiting(Duration.of(now.micros() - since, ChronoUnit.MICROS));
			}
		}

	}

	/** Whoever is granted a lock is told that nobody else waits. */
	public static final class NobodyWaits {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) @Nullable Duration waited) {
			waited = Duration.ZERO;
		}

	}

	/** Whoever asks first waits first. */
	public static final class FirstPlace {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("places") List<WaitQueue.Place> places) {
			places.add(0, places.remove(places.size() - 1));
		}

	}

	/** A requeue releases whatever its instance holds. */
	public static final class RequeuedByInstance {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(value = 0, readOnly = false) Acquisition who, @Advice.Argument(4) Moment now,
				@Advice.FieldValue("holders") Holders holders) {
			for (LockRecord.Hold hold : holders.holds(now)) {
				if (hold.instance().equals(who.instance())) {
					who = new Acquisition(hold.instance(), hold.sequence());
				}
			}
		}

	}

	/** A kept lock stays with the acquisition that was released. */
	public static final class KeptUnderItsNumber {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(0) Acquisition who, @Advice.Argument(1) long keepMillis,
				@Advice.FieldValue(value = "holder", readOnly = false) @Nullable Acquisition holder) {
			holder = (keepMillis > 0) ? who : holder;
		}

	}

	/** A release that is repeated keeps the lock once more. */
	public static final class KeptAgain {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(0) Acquisition who, @Advice.Argument(2) long keepMillis,
				@Advice.Argument(3) Moment now, @Advice.FieldValue("holders") Holders holders) {
			for (LockRecord.Hold hold : holders.holds(now)) {
				if (keepMillis > 0 && hold.isReleased() && hold.instance().equals(who.instance())) {
					holders.lengthen(keepMillis, now);
				}
			}
		}

	}

	/** A forced release ends whatever hold it finds. */
	public static final class ForcedByKey {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(value = 0, readOnly = false) Acquisition who,
				@Advice.Argument(value = 1, readOnly = false) long itsToken, @Advice.Argument(2) Moment now,
				@Advice.FieldValue("holders") Holders holders) {
			for (LockRecord.Hold hold : holders.holds(now)) {
				who = Acquisition.of(hold);
				itsToken = hold.token();
			}
		}

	}

	/** What was lost, or ended by force, is not marked. */
	public static final class Unmarked {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.Argument(1) AcquisitionState how) {
			return how == AcquisitionState.LOST;
		}

	}

	/** A reader is let in, whoever has the lock and whoever waits. */
	public static final class ReadersComeIn {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(1) @Nullable Share wanted, @Advice.Return(readOnly = false) boolean next) {
			next = next || Share.READER.equals(wanted);
		}

	}

	/** Those that share the lock don't keep out who wants it alone. */
	public static final class AloneBesideOthers {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(0) @Nullable Share wanted, @Advice.Return(readOnly = false) boolean fits) {
			fits = fits || wanted == null;
		}

	}

	/** There is one permit too many. */
	public static final class OneMore {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(value = 0, readOnly = false) Share share) {
			share = new Share(share.permits(), Math.max(share.capacity(), share.capacity() + 1));
		}

	}

	/** Whoever leaves gives back what the oldest has, too. */
	public static final class ReturnedTwice {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("holdings") List<Holdings.Holding> holdings) {
			if (!holdings.isEmpty()) {
				holdings.remove(0);
			}
		}

	}

	/** A share whose lease is made longer is counted twice. */
	public static final class AddedOnceMore {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(1) Holdings.Holding holding,
				@Advice.FieldValue("holdings") List<Holdings.Holding> holdings) {
			holdings.add(holding);
		}

	}

	/** What is shared later than another share does not make the lock last longer. */
	public static final class FirstDeadline {

		@Advice.OnMethodEnter
		static long enter(@Advice.FieldValue("deadline") long deadline) {
			return deadline;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter long before,
				@Advice.FieldValue(value = "deadline", readOnly = false) long deadline) {
			deadline = before;
		}

	}

	/** A shared lock whose lease is over is free, and its shares stay on record. */
	public static final class SharesStay {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.This Holders holders, @Advice.Argument(0) Moment now) {
			boolean ends = holders.isShared() && !holders.isHeld(now);
			if (ends) {
				holders.free();
			}
			return ends;
		}

	}

	/** Whoever returns a share is not remembered. */
	public static final class UnmarkedShare {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.Argument(0) Acquisition who, @Advice.FieldValue("holders") Holders holders) {
			return holders.share(who) != null;
		}

	}

	/**
	 * What is held is not looked for once its instance has finished a later acquisition.
	 */
	public static final class MarkFirst {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static @Nullable AcquisitionState enter(@Advice.Argument(0) Acquisition who,
				@Advice.FieldValue("finished") FinishedAcquisitions finished) {
			return finished.state(who);
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter @Nullable AcquisitionState how, @Advice.Argument(2) Moment now,
				@Advice.Return(readOnly = false) StoreAnswer answer) {
			answer = (how != null) ? new StoreAnswer(how, 0, Duration.ZERO, now.clock()) : answer;
		}

	}

	/** Those that want a share are let in before one that wants the lock alone. */
	public static final class SharersFirst {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(1) Predicate<String> listening,
				@Advice.FieldValue("places") List<WaitQueue.Place> places,
				@Advice.Return(readOnly = false) WaitQueue.@Nullable Place next) {
			for (WaitQueue.Place place : places) {
				if (next != null && next.share() == null && place.share() != null
						&& listening.test(place.who().instance())) {
					next = place;
				}
			}
		}

	}

	/** Who lets others in releases the lock first, and asks for a share then. */
	public static final class ReleasedFirst {

		@Advice.OnMethodEnter
		static void enter(@Advice.This RecordTransition transition, @Advice.Argument(0) Acquisition who,
				@Advice.Argument(1) AcquireRequest request, @Advice.Argument(3) Moment now) {
			if (request.downgrades()) {
				transition.release(who, 0, Duration.ZERO, now, false);
			}
		}

	}

	/** Whoever asked for the lock alone gets it back, though it lets others in by now. */
	public static final class TakenBack {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(0) Acquisition who, @Advice.Argument(1) AcquireRequest request,
				@Advice.Argument(3) Moment now, @Advice.FieldValue("holders") Holders holders) {
			Holdings.Holding share = holders.share(who);
			if (share != null && request.share() == null) {
				holders.leaveShare(share, 0, now);
				holders.take(who, request.owner(), null, request.lease().toMillis(), 0, now);
			}
		}

	}

}
