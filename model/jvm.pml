/* A JVM: what it asks for and holds (queue.StoreDialog, hold.JvmLease, hold.Hold), and what its steps are made of. */

mtype:phase = { idle, asking, holding, gone };
mtype:message = { nothing, acquire, requeue, renew, granted, queued, refused, over };
mtype:subscription = { off, asked, unanswered, on };

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
	byte keeps;		/* and asks to keep the lock */
#ifdef SUPERSEDES
	byte keeps_for;		/* how long it still has a release that keeps the lock */
	byte supersedes;	/* bit n: requests of acquisition n supersede the earlier ones */
#endif
	byte certain;		/* bit n: no request of acquisition n comes late or twice, so that its release leaves no mark */
	mtype:subscription subscription;
	bool swallowed;		/* whether SUBSCRIBE is never answered */
	bool deaf;		/* whether it loses all that is published */
	bool unheard		/* whether the present acquisition was queued, and no grant of it has arrived */
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
#define in_turn(who) (is_endless || who == 0 || calls_of(who - 1) != calls_of(who) || jvm[who - 1].sequence > 0)

/* With ENDLESS, JVM 1 calls again and again for as long as another waits, and holds the lock for a tick at least. */
#ifdef ENDLESS
#define is_endless true
#define calls_again(who) (who == 1 && (jvm[0].phase == asking || jvm[2].phase == asking) && is_settled(who))
#define may_end(who) (jvm[who].worked > 0)
#else
#define is_endless false
#define calls_again(who) false
#define may_end(who) true
#endif

/* Lest numbers grow without an end, they begin anew when nothing is left of the acquisitions before. */
#define is_settled(who) (owner != who && !(waits & (1 << who)) && jvm[who].releases == 0 && jvm[who].pushed == 0)
#if defined(DEAF) && !defined(FREE)
#define numbers_anew(who) is_settled(who)
#else
#define numbers_anew(who) false
#endif

#define sent(request) (jvm[me].message == request)
#ifdef PASSED_BEYOND_BLOCK
#define may_pass (jvm[me].passes <= BLOCK)
#else
#define may_pass (jvm[me].passes < BLOCK)
#endif

#ifdef FORGETS
inline choose_certain() {
	if
	:: jvm[me].certain = jvm[me].certain | (1 << jvm[me].sequence)
	:: jvm[me].certain = jvm[me].certain & ~(1 << jvm[me].sequence)
	fi
}
#else
#define choose_certain() skip
#endif

/* The request is not answered yet, and may arrive after the release. */
#ifdef FORGOTTEN_UNANSWERED
#define doubt_unanswered(me) skip
#else
inline doubt_unanswered(me) {
#ifdef FORGETS
	if
	:: sent(acquire) || sent(requeue) -> jvm[me].certain = jvm[me].certain & ~(1 << jvm[me].sequence)
	:: else
	fi
#else
	skip
#endif
}
#endif

#ifdef SUPERSEDES
#define keeps_for(who) jvm[who].keeps_for
#ifdef SUPERSEDES_TOO_EARLY
#define may_supersede true
#else
#define may_supersede (jvm[me].keeps_for == 0)
#endif
#else
#define keeps_for(who) 0
#endif

/* What it says of the earlier ones stays true. */
inline send(request) {
#ifdef SUPERSEDES
	if
	:: (request == acquire || request == requeue) && may_supersede ->
		jvm[me].supersedes = jvm[me].supersedes | (1 << jvm[me].sequence)
	:: else
	fi;
#endif
	jvm[me].message = request;
	jvm[me].age = 0
}

inline begin_acquisition() {
	jvm[me].unheard = false;
	if
	:: numbers_anew(me) ->
		jvm[me].sequence = 1;
		finished[me] = 0;
		spent[me] = 0
	:: else -> jvm[me].sequence++
	fi;
	choose_certain()
}

inline rest_from(me, next) {
	jvm[me].phase = next;
	jvm[me].message = nothing;
	jvm[me].age = 0;
	jvm[me].valid = 0;
	jvm[me].again = 0;
	jvm[me].unheard = false;
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
	jvm[me].unheard = false;
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
	doubt_unanswered(me);
	jvm[me].releases = jvm[me].releases | (1 << jvm[me].sequence);
	rest_from(me, idle)
}
