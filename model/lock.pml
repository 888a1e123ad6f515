/*
 * The protocol of a lock that one JVM holds alone, for Spin: docs/protocol.md in a form that a machine can search. Run it
 * by 'model/check'; docs/model.md tells what it looks at.
 *
 * Three JVMs, each with a local queue (queue.LockQueue, queue.StoreDialog, hold.Hold), share one record (META-INF/lock-starter/*.lua). Each
 * step is atomic, as a script is on the server and as a local queue is under its mutex; between steps anything may happen. Scripts
 * are in record.pml, what a JVM does in jvm.pml, channel.pml and local-queue.pml, and what may happen to messages in network.pml.
 *
 * There are two worlds:
 *   free     Time, loss, delay and repetition as they please, without limit, for what must never happen. A JVM that
 *            died is one that takes no more steps; a waiter is found listening or not, each time anew; a place in the
 *            queue may be given up at any time.
 *   timely   Time goes on only when all is done that can be done now, with up to FAULTS exceptions, for what must
 *            happen: each run has to end, with every caller served or gone and the lock free. No fairness is assumed:
 *            a run that gets stuck is an error, and so is one that never ends. Giving up counts as a fault, lest it
 *            hide that a waiter would wait for ever.
 *
 * Time is counted in ticks of the server's clock, and what is kept of a deadline is how much is left. A JVM's own count
 * starts when its request is sent, and runs at the same pace; in truth the margin of core.LeaseMath ends it earlier still.
 *
 * A call is one turn of a JVM: from its grant on the lock may pass from thread to thread, up to BLOCK times, each with the
 * next of the tokens that the grant reserved; then it is released, or requeued, which begins the next call.
 *
 * What is modelled only if a macro asks for it, since it takes many more states:
 *   KEPT_FOR  A release may ask to keep the lock for so many ticks.
 *   FORCES    An operator ends the hold that he has seen, if it is still the present one.
 *   DEAF      Subscriptions are made, not answered, or deaf; see channel.pml.
 *   FORGETS   Some acquisitions are such that nothing of them comes late or twice, and their releases leave no mark.
 *   SUPERSEDES  A request says that all earlier acquisitions of its JVM are over, unless one of them is to be kept. In the
 *             free world a release may never arrive, as one that a failover has forgotten.
 *   FORGER    Somebody who can't read the record sends messages in the timely world, too; in the free world he always does.
 *   ENDLESS   One JVM calls again and again for as long as another waits.
 *
 * Left out: the threads behind the head of a local queue, since a local queue asks for one at a time: the lock may pass, or be
 * requeued, at any moment of a turn; callers that don't queue; waiters on channels that can't tell who listens; how
 * an acquisition finished, since it matters only that it did; errors, restarts and steps of the clock of the server;
 * loss of records in use, and of marks when there are too many; other locks. A JVM that starts anew is another
 * instance.
 *
 * Macros of the preprocessor named like NO_RECHECK each put one error in, to see that it is found.
 */

#define N 3
#define NOBODY N
#define FOREVER 255

/* How often each JVM calls. In the free world an acquisition that starts over is a call, too. */
#ifndef CALLS_0
#define CALLS_0 1
#endif
#ifndef CALLS_1
#define CALLS_1 1
#endif
#ifndef CALLS_2
#define CALLS_2 1
#endif
#define calls_of(who) (who == 0 -> CALLS_0 : (who == 1 -> CALLS_1 : CALLS_2))

/* How many tokens a grant reserves, and how often the lock may pass. */
#ifndef BLOCK
#define BLOCK 1
#endif

/* Times: of a lease, of a place in the queue and a grant that it gets, between re-checks, of work under the lock. */
#ifdef FREE
#define LEASE 2
#define KEEP 1
#define RECHECK 0
#define WORK 0
#else
#define LEASE 3
#ifdef DEAF
#define KEEP 6
#else
#define KEEP 3
#endif
#define RECHECK 2
#ifndef WORK
#define WORK 1
#endif
#endif

#ifdef FREE
#define MAY_FAIL true
#define FAIL skip
#else
#ifndef FAULTS
#define FAULTS 1
#endif
byte faults;		/* that are still to come */
#define MAY_FAIL (faults > 0)
#define FAIL faults--
#endif

/* The properties, and which of them are looked at. (A run that never ends is found by Spin itself.) */
#define EXCLUSION 1	/* at most one valid holder, apart from one that was forced out and does not know */
#define OWNERSHIP 2	/* a script ends or shortens no lease but that of the acquisition it is for */
#define ONCE 4		/* an acquisition is granted at most once, and never after its release */
#define TOKENS 8	/* each grant, and each pass inside a JVM, has a larger token */
#define ORDER 16	/* nobody is granted the lock ahead of a waiter that can be reached */
#define TRUTH 32	/* no message takes a lock from a JVM that counts its hold as valid, if it was not forced out */
#define TURNS 64	/* after its turn a JVM is granted the lock behind those that waited when it ended */
#define KEPT 128	/* a lock that is kept after its release is granted to nobody for that time, and no longer */
#define FORCED 256	/* a hold that was ended by force is not confirmed by any later answer */
#define SERVED 512	/* at the end all callers have been served or are gone, and the lock is free */
#ifndef ONLY
#define ONLY 1023
#endif
#define check(property, it) assert(!(ONLY & property) || (it))

#include "record.pml"
#include "jvm.pml"
#include "channel.pml"
#include "local-queue.pml"
#include "network.pml"

/* ---- Time ---- */

#ifdef FREE
#define place_counts(who) 0
#else
#define place_counts(who) kept[who]
#endif
#define counts(who) (place_counts(who) + jvm[who].valid + jvm[who].again + jvm[who].window + keeps_for(who) > 0 \
	|| (jvm[who].phase == holding && jvm[who].worked < WORK))
#define time_counts ((rest > 0 && rest < FOREVER) || counts(0) || counts(1) || counts(2))

/* Something is to be done now. */
#define due(who) (is_subscribing(who) || jvm[who].message != nothing || jvm[who].window > 0 || jvm[who].releases > 0 \
	|| (jvm[who].phase == asking && jvm[who].again == 0) \
	|| (jvm[who].phase == holding && (jvm[who].valid <= 1 || jvm[who].worked == WORK)))

#ifdef FREE
#define time_passes time_counts
#else
#define time_passes (time_counts && (!(due(0) || due(1) || due(2)) || MAY_FAIL))
#endif

#define ages(message) (message == acquire || message == requeue || message == renew || message == granted)
#define less(what) what = (what > 0 -> what - 1 : 0)

proctype Clock() {
end:	do
	:: atomic { time_passes ->
		printf("a tick\n");
#ifndef FREE
		if
		:: due(0) || due(1) || due(2) -> FAIL
		:: else
		fi;
#endif
		d_step {
			rest = (rest == FOREVER || rest == 0 -> rest : rest - 1);
			less(keeping);
			i = 0;
			do
			:: i < N ->
#ifndef FREE
				less(kept[i]);
#endif
				less(jvm[i].valid);
				less(jvm[i].again);
				less(jvm[i].window);
#ifdef SUPERSEDES
				less(jvm[i].keeps_for);
#endif
				if
				:: jvm[i].window == 0 -> jvm[i].pushed = 0
				:: else
				fi;
				if
				:: ages(jvm[i].message) && jvm[i].age < LEASE -> jvm[i].age++
				:: else
				fi;
				if
				:: jvm[i].phase == holding && jvm[i].valid == 0 -> leave(i)	/* lost */
				:: else
				fi;
				if
				:: jvm[i].phase == holding && jvm[i].worked < WORK -> jvm[i].worked++
				:: else
				fi;
				i++
			:: else -> break
			od;
			i = 0
		} }

#ifdef FREE
	/* places are given up at any time */
	:: atomic { waiting > 0 -> d_step { kept[queue[0].instance] = 0; remove(0); i = 0 } }
	:: atomic { waiting > 1 -> d_step { kept[queue[1].instance] = 0; remove(1); i = 0 } }
	:: atomic { waiting > 2 -> d_step { kept[queue[2].instance] = 0; remove(2); i = 0 } }
#endif

#ifdef VANISHES
	/* A record that nobody uses vanishes. The next token is larger all the same: it is at least the server's time. */
	:: atomic { !held && kept[0] + kept[1] + kept[2] == 0 && finished[0] + finished[1] + finished[2] > 0 && !vanished ->
		printf("the record vanishes\n");
		vanished = true;
		d_step {
			give_up_places();
			use(USED_IF_LOST);
			free();
			finished[0] = 0; finished[1] = 0; finished[2] = 0;
			spent[0] = 0; spent[1] = 0; spent[2] = 0
#ifdef TOKEN_WITHOUT_CLOCK
			; token = 0
#endif
			; clean_up()
		} }
#endif
	od
}

/* ---- The end: nothing can happen any more, not even a tick ---- */

#define served(who) (jvm[who].phase == gone || (jvm[who].phase == idle && jvm[who].calls == calls_of(who)))

proctype Judge() {
end:	timeout ->
	check(SERVED, served(0) && served(1) && served(2) && !held)
}

inline select_faults() {
	do
	:: faults < FAULTS -> faults++
	:: break
	od
}

init {
	atomic {
#ifdef DEAF
		jvm[0].subscription = off; jvm[1].subscription = off; jvm[2].subscription = off;
		run Channel(0); run Channel(1); run Channel(2);
#else
		listens[0] = true; listens[1] = true; listens[2] = true;
		jvm[0].subscription = on; jvm[1].subscription = on; jvm[2].subscription = on;
#endif
		way[0] = no_way; way[1] = no_way; way[2] = no_way;
		jvm[0].phase = idle; jvm[1].phase = idle; jvm[2].phase = idle;
		jvm[0].message = nothing; jvm[1].message = nothing; jvm[2].message = nothing;
		run LocalQueue(0); run LocalQueue(1); run LocalQueue(2);
		run Network(0); run Network(1); run Network(2);
#ifdef FORCES
		run Operator(NOBODY);
#endif
		run Clock();
#ifndef FREE
		select_faults();
		run Judge()
#endif
	}
}
