/* A JVM: its gate (core.Gate, core.Inquiry) and what it holds (core.Turn, core.Hold). */

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
	byte releases;		/* bit n: a request to release acquisition n is under way, */
	byte keeps		/* and asks to keep the lock */
};
Jvm jvm[N];

/* Whether its hold was ended by force, and it may not know that. */
#define is_ousted(who) was_forced(who, jvm[who].sequence)

#ifdef OUSTED_COUNTS
#define holds(who) (jvm[who].phase == holding)
#else
#define holds(who) (jvm[who].phase == holding && !is_ousted(who))
#endif
#define exclusive (holds(0) + holds(1) + holds(2) <= 1)

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

hidden byte passed;

/* The next thread has the lock, and what is left of the turn. One that was forced out has older tokens than the next. */
inline pass() {
	printf("jvm %d: passes acquisition %d on\n", me, jvm[me].sequence);
	jvm[me].passes++;
#ifdef PASSED_WITH_A_LEASE
	jvm[me].valid = LEASE;
#endif
	passed = jvm[me].token + jvm[me].passes;
	check(TOKENS, passed > newest || (is_ousted(me) && passed < NEWEST));
	newest = (passed > newest -> passed : newest);
	passed = 0
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
		check(TRUTH, is_ousted(me));
		leave(me) }

	:: atomic { jvm[me].phase == holding && sent(nothing) && jvm[me].valid < LEASE -> send(renew) }

	/* 'revoked' arrives: sooner or later, again, or never */
#ifdef REVOKED_BY_INSTANCE
	:: atomic { forced && seen_owner == me && jvm[me].phase == holding ->
#else
	:: atomic { is_ousted(me) && jvm[me].phase == holding ->
#endif
		check(TRUTH, is_ousted(me));
		leave(me) }

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
	:: atomic { KEPT_FOR > 0 && jvm[me].phase == holding ->
		jvm[me].keeps = jvm[me].keeps | (1 << jvm[me].sequence);
		leave(me) }
#ifdef CLOSED_BY_TURN
	/* a hold that had been left before is left again, and gives back what the next thread holds */
	:: atomic { jvm[me].phase == holding && jvm[me].passes > 0 ->
		jvm[me].releases = jvm[me].releases | (1 << jvm[me].sequence) }
#endif
#ifdef PASSED_WHEN_LOST
	:: atomic { jvm[me].phase == idle && jvm[me].token > 0 && may_pass -> pass(); hold(WINDOW) }
#endif
	od
}
