/*
 * The protocol of one lock that may be shared, for Spin; see docs/protocol.md, and lock.pml for the mutex alone, whose two
 * worlds, free and timely, are the same here. Run it by 'model/check'.
 *
 * Unlike a mutex, a JVM may have several acquisitions of one lock: one that waits, and any number that hold a share. So what
 * takes part here are acquisitions. JVM 0 has FIRST of them, each other JVM has one. Each wants the lock for itself, or so many
 * permits of CAPACITY; readers are those who want one of more than there are. Scripts are in shared-record.pml, what
 * is done in a JVM and what may happen to messages in shared-jvm.pml.
 *
 * What is modelled only if a macro asks for it:
 *   KEPT_FOR    A release may ask to keep the permits for so many ticks.
 *   DOWNGRADES  Who has the lock alone may turn it into a share, under the same number.
 *   JOINS       In JVM 0 further readers join a share that is held, for FRESH ticks after it was granted.
 *   FORMER      JVM 1 runs scripts that do not know what stands behind a place, and let those in alone that want a share.
 *   ENDLESS     The first acquisition is held for as long as another waits.
 *
 * Left out: fencing tokens, which those who share a lock do not have; what lock.pml has looked at and shares do not change: deaf
 * subscriptions, passes and requeues, forced releases, acquisitions that are forgotten. A waiter is heard of or not,
 * each time anew. All who take part name the same capacity. Only permits are kept after their release: lock.pml keeps a lock
 * that one had for itself.
 */

#ifndef A
#define A 4	/* acquisitions */
#endif
#ifndef FIRST
#define FIRST 2
#endif
#define J (A - FIRST + 1)
#define jvm_of(it) (it < FIRST -> 0 : it - FIRST + 1)

/* How many permits each wants; 0 if it wants the lock for itself. */
#ifndef WANTS_0
#define WANTS_0 1
#endif
#ifndef WANTS_1
#define WANTS_1 1
#endif
#ifndef WANTS_2
#define WANTS_2 0
#endif
#ifndef WANTS_3
#define WANTS_3 1
#endif
#if A > 3
#define sum(what) (what(0) + what(1) + what(2) + what(3))
#define sum_for(it, what) (what(it, 0) + what(it, 1) + what(it, 2) + what(it, 3))
#else
#define sum(what) (what(0) + what(1) + what(2))
#define sum_for(it, what) (what(it, 0) + what(it, 1) + what(it, 2))
#endif
#define any(what) (sum(what) > 0)

#define wants(it) (it == 0 -> WANTS_0 : (it == 1 -> WANTS_1 : (it == 2 -> WANTS_2 : WANTS_3)))
#ifndef CAPACITY
#define CAPACITY 9
#endif

/* Times, as in lock.pml. */
#ifdef FREE
#define LEASE 2
#define KEEP 1
#define RECHECK 0
#define WORK 0
#define MAY_FAIL true
#define FAIL skip
#else
#define LEASE 3
#define KEEP 3
#define RECHECK 2
#define WORK 1
#ifndef FAULTS
#define FAULTS 1
#endif
byte faults;
#define MAY_FAIL (faults > 0)
#define FAIL faults--
#endif
#define FRESH 2

#define ALONE 1		/* a valid holder that wants the lock for itself is the only one */
#define FITS 2		/* valid holders have no more permits than the capacity */
#define ONCE 4		/* an acquisition is granted at most once, and never after its release */
#define TRUTH 8		/* no message takes a lock or a share from an acquisition that counts as valid */
#define ORDER 16	/* nobody is admitted ahead of a waiter that can be reached */
#define TOGETHER 32	/* whoever lets others in lets in all that are next */
#define COUNTED 64	/* the permits in use are those of the holdings, and no holding outlasts the record */
#define KEPT 128	/* permits that are kept are in use for that time, and no longer */
#define SERVED 256	/* at the end all have been served or are gone, and the lock is free */
#ifndef ONLY
#define ONLY 511
#endif
#define check(property, it) assert(!(ONLY & property) || (it))

#include "shared-record.pml"
#include "shared-jvm.pml"

/* ---- Time ---- */

#define counts(it) (one[it].valid + one[it].again + one[it].window + place_counts(it) > 0 \
	|| (one[it].phase == holding && one[it].worked < WORK) || (one[it].sharing && one[it].left > 0))
#ifdef FREE
#define place_counts(it) 0
#else
#define place_counts(it) one[it].kept
#endif
#define due(it) (one[it].message != nothing || one[it].window > 0 || one[it].releases \
	|| (one[it].phase == asking && one[it].again == 0) \
	|| (one[it].phase == holding && (one[it].valid <= 1 || (one[it].worked == WORK && !is_needed_still(it)))))

#ifdef FREE
#define time_passes (rest > 0 || any(counts))
#else
#define time_passes ((rest > 0 || any(counts)) && (!any(due) || MAY_FAIL))
#endif

#define ages(message) (message == acquire || message == renew || message == granted)
#define less(what) what = (what > 0 -> what - 1 : 0)

proctype Clock() {
end:	do
	:: atomic { time_passes ->
		printf("a tick\n");
#ifndef FREE
		if
		:: any(due) -> FAIL
		:: else
		fi;
#endif
		d_step {
			less(rest);
			i = 0;
			do
			:: i < A ->
				less(one[i].left);
				less(one[i].kept);
				less(one[i].valid);
				less(one[i].again);
				less(one[i].window);
				less(one[i].fresh);
				less(one[i].keeping);
				if
				:: ages(one[i].message) && one[i].age < LEASE -> one[i].age++
				:: else
				fi;
				if
#ifdef LOSS_NOT_TOLD
				:: one[i].phase == holding && one[i].valid == 0 && wants(i) == 0 -> leave(i)
#else
				:: one[i].phase == holding && one[i].valid == 0 -> leave(i)	/* lost */
#endif
				:: else
				fi;
				if
				:: one[i].phase == holding && one[i].worked < WORK -> one[i].worked++
				:: else
				fi;
				i++
			:: else -> break
			od;
			clean_up()
		} }
#ifdef FREE
	/* places are given up at any time */
	:: atomic { waiting > 0 -> d_step { remove(0); clean_up() } }
	:: atomic { waiting > 1 -> d_step { remove(1); clean_up() } }
	:: atomic { waiting > 2 -> d_step { remove(2); clean_up() } }
#endif
	od
}

#ifndef FREE
#define unserved(it) (one[it].phase == asking || one[it].phase == holding || one[it].phase == idle)

proctype Judge() {
end:	timeout ->
	check(SERVED, !any(unserved) && !held)
}
#endif

init {
	atomic {
		i = 0;
		do
		:: i < A ->
			one[i].phase = idle;
			one[i].message = nothing;
			run LocalQueue(i);
			run Network(i);
			i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < J -> listens[i] = true; i++
		:: else -> break
		od;
		i = 0;
		run Clock();
#ifndef FREE
		do
		:: faults < FAULTS -> faults++
		:: break
		od;
		run Judge()
#endif
	}
}
