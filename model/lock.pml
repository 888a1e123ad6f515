/*
 * The protocol of one lock, for Spin: docs/protocol.md in a form that a machine can search. Run it by 'model/check'.
 *
 * Three JVMs, each with a gate (core.Gate, core.Inquiry, core.Hold), share one record (META-INF/lock-starter/*.lua). Each
 * step is atomic, as a script is on the server and as a gate is under its mutex; between steps anything may happen.
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
 * starts when its request is sent, and runs at the same pace; in truth the margin of core.Lease ends it earlier still.
 *
 * A call is one turn of a JVM: from its grant on the lock may pass from thread to thread, up to BLOCK times, each with the
 * next of the tokens that the grant reserved; then it is released, or requeued, which begins the next call.
 *
 * Left out: the threads behind the head of a gate, since a gate asks for one at a time: the lock may pass, or be
 * requeued, at any moment of a turn; callers that don't queue; the first subscription, since a JVM listens before it
 * queues; waiters on channels that can't tell who listens; how an acquisition finished, since it matters only that it
 * did; errors, restarts and steps of the clock of the server; loss of records in use, and of marks when there are too
 * many; other locks. A JVM that starts anew is another instance.
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

/* Times: of a lease, of the window for a claim, of a place in the queue, between re-checks, of work under the lock. */
#define WINDOW 1
#ifdef FREE
#define LEASE 2
#define KEEP 1
#define RECHECK 0
#define WORK 0
#else
#define LEASE 3
#define KEEP 3
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
#define EXCLUSION 1	/* at most one valid holder */
#define OWNERSHIP 2	/* a script ends or shortens no lease but that of the acquisition it is for */
#define ONCE 4		/* an acquisition is granted at most once, and never after its release */
#define TOKENS 8	/* each grant, and each pass inside a JVM, has a larger token */
#define ORDER 16	/* nobody is granted the lock ahead of a waiter that can be reached */
#define TRUTH 32	/* no answer takes a lock from a JVM that counts its hold as valid */
#define TURNS 64	/* after its turn a JVM is granted the lock behind those that waited when it ended */
#define SERVED 128	/* at the end all callers have been served or are gone, and the lock is free */
#ifndef ONLY
#define ONLY 255
#endif
#define check(property, it) assert(!(ONLY & property) || (it))

/* ---- The record, and what the server knows ---- */

#define NEWEST (BLOCK + 1)	/* what the token of the last grant is always counted as: only their order matters */

byte owner = NOBODY;	/* field 'owner': the instance, */
byte number;		/* and its sequence number */
byte rest;		/* of the lease: field 'deadline' less the time */
byte token = NEWEST;	/* field 'token' */
byte reserved;		/* field 'reserved': how many tokens after it are the owner's, too */
byte newest = NEWEST;	/* the largest token that anybody has had */

typedef Place {
	byte instance;
	byte number
};
Place queue[N];		/* field 'queue', the oldest first */
byte waiting;		/* how many that are */
byte waits;		/* bit w: instance w is among them */
byte before[N];		/* bit w: w waited when the last turn of an instance ended, and has waited since */

byte kept[N];		/* how long an instance's place is kept */
byte finished[N];	/* fields 'finished:<instance>': all acquisitions up to this one are over */
byte spent[N];		/* bit n: acquisition n was granted, or released, and is not granted again */
bool vanished;		/* whether the record has vanished: once in each run */
bool listens[N];	/* whether PUBLISH finds a receiver: also of a JVM that died unnoticed */

/* ---- The JVMs ---- */

mtype:phase = { idle, asking, holding, gone };
mtype:message = { nothing, acquire, requeue, renew, granted, queued, over };

typedef Jvm {
	mtype:phase phase;
	byte sequence;		/* of the present acquisition, or of the last one */
	byte calls;
	mtype:message message;	/* a request that was sent, or its answer */
	byte age;		/* time since the request was sent */
	byte valid;		/* how long the hold is valid by the JVM's own count */
	byte again;		/* time until it asks again */
	byte worked;
	bool claimed;		/* whether the server has confirmed the hold */
	byte token;		/* of its last grant, as each answer and message says, */
	byte passes;		/* and how often the lock has passed since */
	byte pushed;		/* sequence of a grant that was published, */
	byte window;		/* and what is left of its claim window */
	byte releases		/* bit n: a request to release acquisition n is under way */
};
Jvm jvm[N];

#define holds(who) (jvm[who].phase == holding)
#define exclusive (holds(0) + holds(1) + holds(2) <= 1)

/* ---- record.lua ---- */

hidden byte i, j, mine, ahead, answer, previous;
hidden byte owner_before, number_before, rest_before;

#ifdef NO_EXPIRY
#define held (owner != NOBODY)
#else
#define held (owner != NOBODY && rest > 0)
#endif

inline remember() {
	owner_before = owner;
	number_before = number;
	rest_before = (owner == NOBODY -> 0 : rest)
}

inline check_ownership(who, id) {
	check(OWNERSHIP, rest_before == 0 || (owner_before == who && number_before == id)
		|| (owner == owner_before && number == number_before && rest >= rest_before))
}

inline remove(position) {
	waits = waits & ~(1 << queue[position].instance);
	before[0] = before[0] & waits; before[1] = before[1] & waits; before[2] = before[2] & waits;
	i = position;
	do
	:: i + 1 < waiting -> queue[i].instance = queue[i + 1].instance; queue[i].number = queue[i + 1].number; i++
	:: else -> break
	od;
	waiting--;
	queue[waiting].instance = 0;
	queue[waiting].number = 0
}

inline give_up_places() {
	j = 0;
	do
	:: j < waiting && kept[queue[j].instance] == 0 -> remove(j)
	:: j < waiting && kept[queue[j].instance] > 0 -> j++
	:: else -> break
	od
}

/* place(): the position of an instance in the queue, or 'waiting' if it has none. */
inline find_place(who) {
	mine = 0;
	do
	:: mine < waiting && queue[mine].instance != who -> mine++
	:: else -> break
	od
}

inline finish(who, id) {
#ifdef NO_MARKS
	skip
#else
	finished[who] = (finished[who] < id -> id : finished[who])
#endif
}

inline spend(who, id) {
	spent[who] = spent[who] | (1 << id)
}

/* How many tokens a grant reserves, or a pushed one, and how many of them count as used when it was lost. */
#ifdef NOTHING_RESERVED
#define RESERVED 0
#else
#define RESERVED BLOCK
#endif
#ifdef PUSHED_WITHOUT_BLOCK
#define RESERVED_IF_PUSHED 0
#else
#define RESERVED_IF_PUSHED RESERVED
#endif
#ifdef LOST_BLOCK_LIVES
#define USED_IF_LOST 0
#else
#define USED_IF_LOST reserved
#endif

#define reachable (listens[0] | (listens[1] << 1) | (listens[2] << 2))

/* The token that was just granted becomes NEWEST, and older ones fall behind. */
#define fallen_behind(older) (older + NEWEST > token -> older + NEWEST - token : 0)

inline count_tokens_from_here(who) {
	jvm[0].token = fallen_behind(jvm[0].token);
	jvm[1].token = fallen_behind(jvm[1].token);
	jvm[2].token = fallen_behind(jvm[2].token);
	jvm[who].token = NEWEST;
	jvm[who].passes = 0;
	token = NEWEST;
	newest = NEWEST
}

inline own(who, id, lease, block) {
	owner = who;
	number = id;
	rest = lease;
	printf("granted to jvm %d, acquisition %d, for %d\n", who, id, lease);
#ifndef TOKEN_STAYS
	token = token + reserved + 1;
#endif
	reserved = block;
	check(TOKENS, token > newest);
	count_tokens_from_here(who);
	check(ONCE, !(spent[who] & (1 << id)));
	spend(who, id);
	check(TURNS, !(before[who] & reachable));
	before[who] = 0
}

/* Of the reserved tokens so many were used, the others may be granted again. */
inline use(used) {
	token = token + (used < reserved -> used : reserved);
	reserved = 0
}

/* The turn of the owner is over, and all that wait come before its next one, unless that has its place already. */
inline free() {
	if
	:: owner != NOBODY -> before[owner] = (waits & (1 << owner) -> 0 : waits)
	:: else
	fi;
	owner = NOBODY;
	number = 0;
	rest = 0
}

inline expire() {
	if
#ifdef NO_EXPIRY
	:: false
#else
	:: owner != NOBODY && rest == 0 -> finish(owner, number); use(USED_IF_LOST); free()
#endif
	:: else
	fi
}

inline clean_up() {
#ifdef FREE
	listens[0] = true; listens[1] = true; listens[2] = true;
#endif
	i = 0; j = 0; mine = 0; ahead = 0; answer = 0; previous = 0;
	owner_before = 0; number_before = 0; rest_before = 0
}

/* The position of the first of some places whose waiter can be reached, or their number. */
inline find_reachable(places) {
	ahead = 0;
	do
	:: ahead < places && !listens[queue[ahead].instance] -> ahead++
	:: else -> break
	od
}

/* Own for the claim window, and publish it. */
inline grant(position) {
	j = queue[position].instance;
	jvm[j].pushed = queue[position].number;
	jvm[j].window = WINDOW;
#ifdef NO_CLAIM_WINDOW
	own(j, queue[position].number, FOREVER, RESERVED_IF_PUSHED);
#else
	own(j, queue[position].number, WINDOW, RESERVED_IF_PUSHED);
#endif
#ifndef GRANTED_KEEPS_PLACE
	kept[j] = 0;
	remove(position);
#endif
	j = 0
}

/* To the first that can be reached; those before keep their place. */
inline hand_over() {
	free();
	find_reachable(waiting);
	if
	:: ahead < waiting -> grant(ahead)
	:: else
	fi
}

#ifdef BY_INSTANCE
#define owned_by(who, id) (owner == who)
#else
#define owned_by(who, id) (owner == who && number == id)
#endif

/* ---- acquire.lua ---- */

inline do_acquire(who, id) {
	remember();
	give_up_places();
	find_place(who);
	if
	:: owned_by(who, id) && rest > 0 ->
		rest = (rest == FOREVER || rest < LEASE -> LEASE : rest);
		reserved = RESERVED;
		answer = granted
	:: owned_by(who, id) && rest == 0 ->
		expire();
		hand_over();
		answer = over
	:: else ->
		expire();
		if
		:: finished[who] >= id || (mine < waiting && queue[mine].number > id) || (owner == who && number > id) ->
			answer = over
		:: else ->
			find_reachable(mine);
			if
#ifdef NEWCOMER_OVERTAKES
			:: !held ->
#else
			:: !held && ahead == mine ->
#endif
				check(ORDER, ahead == mine);
				if
				:: mine < waiting -> remove(mine); kept[who] = 0
				:: else
				fi;
				own(who, id, LEASE, RESERVED);
				answer = granted
			:: else ->
				if
				:: !held -> grant(ahead)
				:: else
				fi;
				find_place(who);
				if
				:: mine == waiting -> queue[mine].instance = who; waiting++; waits = waits | (1 << who)
				:: else
				fi;
				queue[mine].number = id;
				kept[who] = KEEP;
				answer = queued
			fi
		fi
	fi;
	check_ownership(who, id)
}

/* ---- renew.lua ---- */

inline do_renew(who, id) {
	remember();
	give_up_places();
	if
	:: owned_by(who, id) && rest > 0 ->
		rest = (rest < LEASE -> LEASE : rest);
		answer = granted
	:: owned_by(who, id) && rest == 0 ->
		expire();
		hand_over();
		answer = over
	:: else ->
		answer = over
	fi;
	check_ownership(who, id)
}

/* ---- release.lua ---- */

/* What a release tells. It counts for the owner only, so what was used after earlier grants need not be known. */
#ifdef USED_NOT_TOLD
#define USED 0
#else
#define USED jvm[who].passes
#endif

inline do_release(who, id) {
	remember();
	give_up_places();
	find_place(who);
	if
#ifdef RELEASE_UNCHECKED
	:: owner != NOBODY ->
#else
	:: owned_by(who, id) ->
#endif
		if
		:: rest > 0 -> use(USED)
		:: else -> use(USED_IF_LOST)
		fi;
		finish(who, id);
		hand_over()
	:: else ->
		if
		:: mine < waiting && queue[mine].number == id ->
			remove(mine);
			kept[who] = 0;
			finish(who, id);
			if
			:: !held -> expire(); hand_over()
			:: else
			fi
		:: else -> finish(who, id)
		fi
	fi;
	spend(who, id);
	check_ownership(who, id)
}

/* ---- requeue.lua ---- */

/* Release the acquisition before this one, and ask for this one. */
inline do_requeue(who, id) {
	previous = id - 1;
#ifdef REQUEUE_BY_INSTANCE
	previous = (owner == who -> number : previous);
#endif
	do_release(who, previous);
	do_acquire(who, id)
#ifdef REQUEUE_KEEPS_PLACE
	; if
	:: answer == queued ->
		queue[mine].instance = queue[0].instance; queue[mine].number = queue[0].number;
		queue[0].instance = who; queue[0].number = id
	:: else
	fi
#endif
}

/* ---- A gate: what a JVM does by itself ---- */

#ifdef FREE
#define may_call (jvm[me].sequence < calls_of(me))
#define may_start_over may_call
#define count_call() skip
#else
#define may_call (jvm[me].calls < calls_of(me))
#define may_start_over true
#define count_call() jvm[me].calls++
#endif

/* JVMs are alike, so let them be numbered by their first calls. */
#define in_turn(who) (who == 0 || calls_of(who - 1) != calls_of(who) || jvm[who - 1].sequence > 0)

#define sent(request) (jvm[me].message == request)
#ifdef PASSED_BEYOND_BLOCK
#define may_pass (jvm[me].passes <= BLOCK)
#else
#define may_pass (jvm[me].passes < BLOCK)
#endif

inline send(request) {
	jvm[me].message = request;
	jvm[me].age = 0
}

inline rest_from(me, next) {
	jvm[me].phase = next;
	jvm[me].message = nothing;
	jvm[me].age = 0;
	jvm[me].valid = 0;
	jvm[me].again = 0;
	jvm[me].worked = 0;
	jvm[me].claimed = false
}

inline take_message() {
	jvm[me].message = nothing;
	jvm[me].age = 0
}

inline drop_grant() {
	jvm[me].pushed = 0;
	jvm[me].window = 0
}

inline take_grant() {
#ifdef FREE
	skip	/* it may come again */
#else
	if
	:: drop_grant()
	:: MAY_FAIL -> FAIL
	fi
#endif
}

inline hold(time) {
	printf("jvm %d: holds for %d\n", me, time);
	jvm[me].phase = holding;
	jvm[me].valid = time;
	jvm[me].again = 0;
	check(EXCLUSION, exclusive)
}

/* The next thread has the lock, and what is left of the turn. */
inline pass() {
	printf("jvm %d: passes acquisition %d on\n", me, jvm[me].sequence);
	jvm[me].passes++;
#ifdef PASSED_WITH_A_LEASE
	jvm[me].valid = LEASE;
#endif
	check(TOKENS, jvm[me].token + jvm[me].passes > newest);
	newest = jvm[me].token + jvm[me].passes
}

/* A requeue that failed is repeated half by half. */
inline release_apart(me) {
	if
	:: sent(requeue) -> jvm[me].releases = jvm[me].releases | (1 << (jvm[me].sequence - 1))
	:: else
	fi
}

/* Gives up, or closes its handle. */
inline leave(me) {
	printf("jvm %d: leaves acquisition %d\n", me, jvm[me].sequence);
	release_apart(me);
	jvm[me].releases = jvm[me].releases | (1 << jvm[me].sequence);
	rest_from(me, idle)
}

proctype Gate(byte me) {
end:	do
	/* somebody calls */
	:: atomic { jvm[me].phase == idle && may_call && in_turn(me) ->
		count_call();
		jvm[me].phase = asking;
		jvm[me].sequence++;
		printf("jvm %d: asks, acquisition %d\n", me, jvm[me].sequence);
		send(acquire) }

	/* answers while it waits */
	:: atomic { jvm[me].phase == asking && sent(granted) ->
		if
		:: jvm[me].age < LEASE ->
#ifdef VALID_FROM_ANSWER
			hold(LEASE);
#else
			hold(LEASE - jvm[me].age);
#endif
			jvm[me].claimed = true;
			take_message()
		:: else -> send(acquire)
		fi }
	:: atomic { jvm[me].phase == asking && sent(queued) ->
		jvm[me].again = RECHECK;
		take_message() }
	:: atomic { jvm[me].phase == asking && sent(over) ->
		if
#ifdef PASSED_WHEN_REFUSED
		:: spent[me] & (1 << jvm[me].sequence) -> pass(); hold(WINDOW); take_message()	/* it had been granted */
#endif
#ifdef NO_START_OVER
		:: may_start_over -> send(acquire)
#else
		:: may_start_over -> jvm[me].sequence++; send(acquire)
#endif
		:: else -> rest_from(me, idle)
		fi }

	/* a grant arrives: used at once if the server's time is known well enough, claimed in any case */
#ifdef GRANT_BY_INSTANCE
	:: atomic { jvm[me].window > 0 && jvm[me].phase == asking ->
#else
	:: atomic { jvm[me].window > 0 && jvm[me].phase == asking && jvm[me].pushed == jvm[me].sequence ->
#endif
		send(acquire);
		if
#ifdef USED_BEYOND_WINDOW
		:: hold(LEASE)
#else
		:: hold(jvm[me].window)
#endif
		:: skip
		fi;
		take_grant() }
#ifndef FREE
	:: atomic { jvm[me].window > 0 && !(jvm[me].phase == asking && jvm[me].pushed == jvm[me].sequence) ->
		take_grant() }
#endif

#ifndef NO_RECHECK
	:: atomic { jvm[me].phase == asking && sent(nothing) && jvm[me].again == 0 -> send(acquire) }
#endif

	/* answers while it holds */
	:: atomic { jvm[me].phase == holding && sent(granted) ->
		if
		:: LEASE - jvm[me].age > jvm[me].valid ->
			jvm[me].valid = LEASE - jvm[me].age;
			check(EXCLUSION, exclusive)
		:: else
		fi;
		jvm[me].claimed = true;
		take_message() }
	:: atomic { jvm[me].phase == holding && (sent(over) || sent(queued)) ->
		check(TRUTH, false);
		leave(me) }

	:: atomic { jvm[me].phase == holding && sent(nothing) && jvm[me].valid < LEASE -> send(renew) }

	:: atomic { jvm[me].phase == asking && MAY_FAIL -> FAIL; leave(me) }
	/* the lock passes to the next thread, or goes back to the server, with or without the next request */
	:: atomic { jvm[me].phase == holding && may_pass -> pass() }
	:: atomic { jvm[me].phase == holding && may_call ->
		count_call();
		rest_from(me, asking);
		jvm[me].sequence++;
		printf("jvm %d: gives back and asks again, acquisition %d\n", me, jvm[me].sequence);
		send(requeue) }
	:: atomic { jvm[me].phase == holding -> leave(me) }
#ifdef PASSED_WHEN_LOST
	:: atomic { jvm[me].phase == idle && jvm[me].token > 0 && may_pass -> pass(); hold(WINDOW) }
#endif
	od
}

/* ---- Between gate and server: requests are carried out, or lost, or carried out again ---- */

/* Time counts for what is granted only; in the free world it makes no difference when the gate hears that it is queued. */
inline reply() {
	jvm[me].message = answer;
	jvm[me].age = (answer == granted -> jvm[me].age : 0);
#ifdef FREE
	jvm[me].message = (answer == queued && jvm[me].phase == asking -> nothing : answer)
#endif
}

inline any_sequence() {
	which = 1;
	do
	:: which < jvm[me].sequence -> which++
	:: break
	od
}

inline any_release() {
	which = 1;
	do
	:: jvm[me].releases & (1 << which) -> break
	:: jvm[me].releases >> (which + 1) -> which++
	od
}

/* In the free world each waiter is found listening or not, each time anew. */
inline may_not_listen(position) {
	if
	:: position < waiting && queue[position].instance != me -> listens[queue[position].instance] = false
	:: skip
	fi
}

inline choose_listeners() {
#ifdef FREE
	may_not_listen(0);
	may_not_listen(1);
	may_not_listen(2)
#else
	skip
#endif
}

proctype Network(byte me) {
	byte which;
end:	do
	:: atomic { sent(acquire) ->
		choose_listeners();
		d_step { do_acquire(me, jvm[me].sequence); reply(); clean_up() } }
	:: atomic { sent(requeue) ->
		choose_listeners();
		d_step { do_requeue(me, jvm[me].sequence); reply(); clean_up() } }
	:: atomic { sent(renew) ->
		choose_listeners();
		d_step { do_renew(me, jvm[me].sequence); reply(); clean_up() } }

	/* a request or its answer is lost, and the gate repeats it */
	:: atomic { !sent(nothing) && MAY_FAIL ->
		FAIL;
		printf("jvm %d: request or answer lost\n", me);
		if
		:: jvm[me].claimed -> send(renew)
		:: else -> release_apart(me); send(acquire)
		fi }

	/* a request is carried out once more, or late */
	:: atomic { jvm[me].sequence > 0 && MAY_FAIL ->
		FAIL;
		any_sequence();
		printf("jvm %d: acquisition %d asked for late or twice\n", me, which);
		choose_listeners();
		if
		:: d_step { do_acquire(me, which); which = 0; clean_up() }
		:: which > 1 -> d_step { do_requeue(me, which); which = 0; clean_up() }
		fi }

	:: atomic { jvm[me].releases > 0 ->
		any_release();
		printf("jvm %d: acquisition %d released\n", me, which);
		choose_listeners();
		d_step { do_release(me, which); clean_up() }
#ifndef FREE
		if
		:: jvm[me].releases = jvm[me].releases & ~(1 << which)
		:: MAY_FAIL -> FAIL	/* and once more, later */
		fi;
#endif
		which = 0 }
#ifndef FREE
	:: atomic { jvm[me].releases > 0 && MAY_FAIL ->
		FAIL;
		printf("jvm %d: releases lost\n", me);
		jvm[me].releases = 0 }
	:: atomic { jvm[me].window > 0 && MAY_FAIL ->
		FAIL;
		printf("jvm %d: grant lost\n", me);
		drop_grant() }

	/* its subscription is lost, and comes back */
	:: atomic { jvm[me].phase != gone && jvm[me].sequence > 0 && listens[me] && MAY_FAIL ->
		FAIL;
		printf("jvm %d: subscription lost\n", me);
		listens[me] = false;
		drop_grant() }
	:: atomic { jvm[me].phase != gone && !listens[me] ->
		listens[me] = true;
		if
		:: jvm[me].phase == asking && sent(nothing) -> send(acquire)
		:: else
		fi }

	/* the JVM dies; sooner or later the server knows its connection to be dead */
	:: atomic { jvm[me].phase != gone && jvm[me].sequence > 0 && MAY_FAIL ->
		FAIL;
		printf("jvm %d: died\n", me);
		rest_from(me, gone);
		drop_grant() }
	:: atomic { jvm[me].phase == gone && listens[me] -> listens[me] = false }
#endif
	od
}

/* ---- Time ---- */

#ifdef FREE
#define place_counts(who) 0
#else
#define place_counts(who) kept[who]
#endif
#define counts(who) (place_counts(who) + jvm[who].valid + jvm[who].again + jvm[who].window > 0 \
	|| (jvm[who].phase == holding && jvm[who].worked < WORK))
#define time_counts ((rest > 0 && rest < FOREVER) || counts(0) || counts(1) || counts(2))

/* Something is to be done now. */
#define due(who) (jvm[who].message != nothing || jvm[who].window > 0 || jvm[who].releases > 0 \
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
			i = 0;
			do
			:: i < N ->
#ifndef FREE
				less(kept[i]);
#endif
				less(jvm[i].valid);
				less(jvm[i].again);
				less(jvm[i].window);
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
		listens[0] = true; listens[1] = true; listens[2] = true;
		jvm[0].phase = idle; jvm[1].phase = idle; jvm[2].phase = idle;
		jvm[0].message = nothing; jvm[1].message = nothing; jvm[2].message = nothing;
		run Gate(0); run Gate(1); run Gate(2);
		run Network(0); run Network(1); run Network(2);
		run Clock();
#ifndef FREE
		select_faults();
		run Judge()
#endif
	}
}
