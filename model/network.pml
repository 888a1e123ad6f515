/* Between local queue and server: requests are carried out, or lost, or carried out again. */

/*
 * Time counts for what is granted only; in the free world it makes no difference when the local queue hears that it is queued.
 * A waiter asks again when the lease must be over, or the lock is no longer kept, and before that now and then.
 */
inline reply() {
	jvm[me].message = answer;
	jvm[me].again = (answer == queued && jvm[me].phase == asking -> (rest < RECHECK -> rest : RECHECK) : 0);
	jvm[me].age = (answer == granted -> jvm[me].age : 0);
#ifdef FREE
	jvm[me].message = (answer == queued && jvm[me].phase == asking -> nothing : answer)
#endif
}

/* With FORGOTTEN_UNANSWERED what was certain while it was asked for comes late all the same, once it is over. */
#ifdef FORGOTTEN_UNANSWERED
#define comes_late(who, id) (!is_certain(who, id) || jvm[who].phase == idle)
#else
#define comes_late(who, id) (!is_certain(who, id))
#endif

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

	/* a request or its answer is lost, and the local queue repeats it */
	:: atomic { !sent(nothing) && MAY_FAIL && (jvm[me].claimed || !is_certain(me, jvm[me].sequence)) ->
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
		:: comes_late(me, which) -> d_step { do_acquire(me, which); which = 0; clean_up() }
		:: comes_late(me, which) && which > 1 -> d_step { do_requeue(me, which); which = 0; clean_up() }
		:: else -> which = 0
		fi }

	:: atomic { jvm[me].releases > 0 ->
		any_release();
		printf("jvm %d: acquisition %d released\n", me, which);
		choose_listeners();
		d_step { do_release(me, which); clean_up() }
#ifndef FREE
		if
		:: jvm[me].releases = jvm[me].releases & ~(1 << which); jvm[me].keeps = jvm[me].keeps & ~(1 << which)
		:: MAY_FAIL -> FAIL	/* and once more, later */
		fi;
#endif
		which = 0 }
#ifndef FREE
	:: atomic { jvm[me].releases > 0 && MAY_FAIL ->
		FAIL;
		printf("jvm %d: releases lost\n", me);
		jvm[me].releases = 0;
		jvm[me].keeps = 0 }
	:: atomic { jvm[me].window > 0 && MAY_FAIL ->
		FAIL;
		printf("jvm %d: grant lost\n", me);
		drop_grant() }

	/* its subscription is lost, and comes back */
	:: atomic { jvm[me].phase != gone && jvm[me].sequence > 0 && listens[me] && MAY_FAIL ->
		FAIL;
		printf("jvm %d: subscription lost\n", me);
		listens[me] = false;
#ifdef DEAF
		jvm[me].subscription = off;
		jvm[me].deaf = false;
#endif
		drop_grant() }
	:: atomic { jvm[me].phase != gone && !listens[me] && jvm[me].subscription == on ->
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

/* An operator looks at the lock once, and ends by force what it has seen. */
proctype Operator(byte me) {
end:	do
	:: atomic { seen_owner == NOBODY && held ->
		printf("an operator sees acquisition %d of jvm %d\n", number, owner);
		seen_owner = owner;
		seen_number = number;
		seen_token = token;
		seen_lasts = true;
		forcing = true }
	:: atomic { forcing ->
		choose_listeners();
		d_step { do_force(); clean_up() }
#ifndef FREE
		if
		:: forcing = false
		:: MAY_FAIL -> FAIL	/* and once more, later */
		fi
#endif
		}
	od
}
