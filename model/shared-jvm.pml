/* What is done in a JVM for each of its acquisitions, and what may happen to messages. */

#define sent(request) (one[me].message == request)

/* What each that counts as valid keeps from the others. */
#define is_alone(it) (one[it].phase == holding && wants(it) == 0 && !one[it].downgraded)
#define is_shared(it) (one[it].phase == holding && (wants(it) > 0 || one[it].downgraded))
#define valid_permits(it) (is_shared(it) -> (wants(it) > 0 -> wants(it) : 1) : 0)

inline check_holders() {
	check(ALONE, !any(is_alone) || sum(is_alone) + sum(is_shared) == 1);
	check(FITS, sum(valid_permits) <= CAPACITY)
}

inline send(request) {
	one[me].message = request;
	one[me].age = 0
}

inline take_message() {
	one[me].message = nothing;
	one[me].age = 0
}

inline begin_acquisition() {
	last[jvm_of(me)]++;
	one[me].number = last[jvm_of(me)];
	one[me].spent = false;
	one[me].phase = asking;
	printf("%d: asks, acquisition %d of jvm %d\n", me, one[me].number, jvm_of(me));
	send(acquire)
}

inline rest_from(it, next) {
	one[it].phase = next;
	one[it].message = nothing;
	one[it].age = 0;
	one[it].valid = 0;
	one[it].again = 0;
	one[it].worked = 0;
	one[it].fresh = 0;
	one[it].claimed = false;
	one[it].downgraded = false
}

/* Gives up, or closes its handle. */
inline leave(it) {
	printf("%d: leaves\n", it);
	one[it].releases = true;
	rest_from(it, finished)
}

inline hold(time) {
	printf("%d: holds for %d\n", me, time);
	one[me].phase = holding;
	one[me].valid = time;
	one[me].again = 0;
	one[me].fresh = FRESH;
	check_holders()
}

/* One at a time asks for a JVM; the others of it hold, or are over. */
#define is_pending(it, other) (other != it && jvm_of(other) == jvm_of(it) && one[other].phase == asking)
#define none_pending(it) (sum_for(it, is_pending) == 0)
#define in_turn(it) (it == 0 || jvm_of(it) != jvm_of(it - 1) || one[it - 1].number > 0)

#ifdef ENDLESS
#define is_needed_still(it) (it == 0 && (one[1].phase == asking || one[2].phase == asking))
#else
#define is_needed_still(it) false
#endif

proctype LocalQueue(byte me) {
end:	do
	/* somebody calls */
	:: atomic { one[me].phase == idle && none_pending(me) && in_turn(me) -> begin_acquisition() }

	/* answers while it waits */
	:: atomic { one[me].phase == asking && sent(granted) ->
		if
		:: one[me].age < LEASE -> hold(LEASE - one[me].age); one[me].claimed = true; take_message()
		:: else -> send(acquire)
		fi }
	:: atomic { one[me].phase == asking && sent(queued) -> take_message() }
#ifdef FREE
	:: atomic { one[me].phase == asking && sent(over) -> rest_from(me, finished) }
#else
	:: atomic { one[me].phase == asking && sent(over) -> begin_acquisition() }
#endif

	/* a grant arrives: used at once if the server's time is known well enough, claimed in any case */
	:: atomic { one[me].window > 0 && one[me].phase == asking ->
		send(acquire);
		if
		:: hold(one[me].window)
		:: skip
		fi;
#ifndef FREE
		one[me].window = 0
#endif
		}
#ifndef FREE
	:: atomic { one[me].window > 0 && one[me].phase != asking -> one[me].window = 0 }
#endif

#ifndef NO_RECHECK
	:: atomic { one[me].phase == asking && sent(nothing) && one[me].again == 0 -> send(acquire) }
#endif

	/* answers while it holds */
	:: atomic { one[me].phase == holding && sent(granted) ->
		one[me].valid = (LEASE - one[me].age > one[me].valid -> LEASE - one[me].age : one[me].valid);
		one[me].claimed = true;
		check_holders();
		take_message() }
	:: atomic { one[me].phase == holding && (sent(over) || sent(queued)) ->
		check(TRUTH, false);
		leave(me) }
	:: atomic { one[me].phase == holding && sent(nothing) && one[me].valid < LEASE && !one[me].downgraded -> send(renew) }

#ifdef DOWNGRADES
	/* in the JVM it is a share from now on, on the server once it knows; a lost request is repeated by the next renewal */
	:: atomic { one[me].phase == holding && wants(me) == 0 && one[me].claimed && sent(nothing) && one[me].valid < LEASE ->
		printf("%d: turns into a share\n", me);
		one[me].downgraded = true;
		send(acquire) }
#ifdef DOWNGRADED_APART
	/* by a release and another request */
	:: atomic { one[me].phase == holding && wants(me) == 0 && one[me].downgraded && !one[me].releases ->
		one[me].releases = true }
#endif
#endif

#ifdef JOINS
	/* a further reader enters when the one before has done its work */
#ifdef JOINS_WITHOUT_END
	:: atomic { is_shared(me) && jvm_of(me) == 0 && one[me].worked == WORK ->
#else
	:: atomic { is_shared(me) && jvm_of(me) == 0 && one[me].worked == WORK && one[me].fresh > 0 ->
#endif
		printf("%d: another reader joins\n", me);
		one[me].worked = 0 }
#endif
#ifdef JOINED_WHEN_LOST
	:: atomic { one[me].phase == finished && wants(me) > 0 && one[me].releases && one[me].spent -> hold(1) }
#endif

	:: atomic { one[me].phase == asking && MAY_FAIL -> FAIL; leave(me) }
	:: atomic { one[me].phase == holding && !is_needed_still(me) -> leave(me) }
#if KEPT_FOR > 0
	:: atomic { one[me].phase == holding && wants(me) > 0 -> one[me].keeps = true; leave(me) }
#endif
	od
}

/* ---- Between local queue and server: requests are carried out, or lost, or carried out again ---- */

/* Time counts for what is granted only; in the free world it makes no difference when the local queue hears that it is queued. */
inline reply() {
	one[me].message = answer;
	one[me].again = (answer == queued && one[me].phase == asking -> (rest < RECHECK -> rest : RECHECK) : 0);
	one[me].age = (answer == granted -> one[me].age : 0);
#ifdef FREE
	one[me].message = (answer == queued && one[me].phase == asking -> nothing : answer)
#endif
}

/* In the free world each waiter is found listening or not, each time anew. */
inline may_not_listen(position) {
	if
	:: position < waiting && jvm_of(queue[position]) != jvm_of(me) -> listens[jvm_of(queue[position])] = false
	:: skip
	fi
}

/* With the scripts of that JVM others are let in that want a share, each alone until it claims the lock. */
#ifdef FORMER
#define runs_former(it) (jvm_of(it) == 1)
#else
#define runs_former(it) false
#endif

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
end:	do
	:: atomic { sent(acquire) ->
		choose_listeners();
		d_step { former = runs_former(me); do_acquire(me, (wants(me) > 0 || one[me].downgraded)); reply(); clean_up() } }
	:: atomic { sent(renew) ->
		choose_listeners();
		d_step { former = runs_former(me); do_renew(me); reply(); clean_up() } }

	/* a request or its answer is lost, and is repeated */
	:: atomic { !sent(nothing) && MAY_FAIL ->
		FAIL;
		printf("%d: request or answer lost\n", me);
		if
		:: one[me].claimed && !one[me].downgraded -> send(renew)
		:: else -> send(acquire)
		fi }

	/* a request is carried out once more, or late */
	:: atomic { one[me].number > 0 && MAY_FAIL ->
		FAIL;
		printf("%d: asked for late or twice\n", me);
		choose_listeners();
		d_step { former = runs_former(me); do_acquire(me, (wants(me) > 0)); clean_up() } }

	:: atomic { one[me].releases ->
		printf("%d: released\n", me);
		choose_listeners();
		d_step { former = runs_former(me); do_release(me); clean_up() }
#ifndef FREE
		if
		:: one[me].releases = false; one[me].keeps = false
		:: MAY_FAIL -> FAIL	/* and once more, later */
		fi
#endif
		}
#ifndef FREE
	:: atomic { one[me].releases && MAY_FAIL ->
		FAIL;
		printf("%d: release lost\n", me);
		one[me].releases = false;
		one[me].keeps = false }
	:: atomic { one[me].window > 0 && MAY_FAIL ->
		FAIL;
		printf("%d: grant lost\n", me);
		one[me].window = 0 }

	/* its JVM dies as far as this acquisition goes */
	:: atomic { (one[me].phase == asking || one[me].phase == holding) && MAY_FAIL ->
		FAIL;
		printf("%d: died\n", me);
		rest_from(me, gone);
		one[me].window = 0 }
#endif
	od
}
