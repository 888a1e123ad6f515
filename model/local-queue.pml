/* The steps that a local queue takes by itself (queue.LockQueue, queue.StoreDialog): one at a time, under its mutex. */

proctype LocalQueue(byte me) {
end:	do
	/* somebody calls */
	:: atomic { jvm[me].phase == idle && (may_call || calls_again(me)) && in_turn(me) ->
		if
		:: may_call -> count_call()
		:: else
		fi;
		jvm[me].phase = asking;
		begin_acquisition();
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
		jvm[me].unheard = MAY_BE_DEAF;
		take_message() }
	/* it has to subscribe before it may be queued, but waits for that only as long as between re-checks */
	:: atomic { jvm[me].phase == asking && sent(refused) ->
		if
		:: jvm[me].subscription == off -> subscribe(asked)
		:: else
		fi;
		if
		:: jvm[me].subscription == asked -> jvm[me].again = RECHECK; take_message()
		:: else -> send(acquire)
		fi }
	:: atomic { jvm[me].phase == asking && sent(over) ->
		if
#ifdef PASSED_WHEN_REFUSED
		:: spent[me] & (1 << jvm[me].sequence) -> pass(); hold(1); take_message()	/* it had been granted */
#endif
#ifdef NO_START_OVER
		:: may_start_over -> send(acquire)
#else
		:: may_start_over ->
			if
			:: jvm[me].unheard -> missed()
			:: else
			fi;
			begin_acquisition();
			send(acquire)
#endif
		:: else -> rest_from(me, idle)
		fi }

	/* a grant arrives: used at once if the server's time is known well enough, else claimed first */
#ifdef GRANT_BY_INSTANCE
	:: atomic { jvm[me].window > 0 && jvm[me].phase == asking ->
#else
	:: atomic { jvm[me].window > 0 && jvm[me].phase == asking && jvm[me].pushed == jvm[me].sequence ->
#endif
		jvm[me].unheard = false;
		if
#ifdef USED_BEYOND_WINDOW
		:: hold(LEASE); send(acquire)
#else
		:: hold(jvm[me].window); send(acquire)
		:: hold(jvm[me].window); take_message()	/* claimed by a renewal, unless it is given back before */
#endif
		:: send(acquire)
		fi;
		take_grant() }
#ifndef FREE
	:: atomic { jvm[me].window > 0 && !(jvm[me].phase == asking && jvm[me].pushed == jvm[me].sequence) ->
		take_grant() }
#endif

#ifdef DEAF
	/* its SUBSCRIBE is answered; whether what is published arrives remains to be seen */
	:: atomic { is_subscribing(me) ->
		subscribed();
		if
		:: jvm[me].phase == asking && sent(nothing) -> send(acquire)
		:: else
		fi }
#endif

#ifndef NO_RECHECK
	:: atomic { jvm[me].phase == asking && sent(nothing) && jvm[me].again == 0 && !waits_for_subscription(me) ->
		if
		:: jvm[me].subscription == asked || jvm[me].subscription == unanswered -> subscribe(unanswered)
		:: else
		fi;
		send(acquire) }
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
	:: atomic { jvm[me].phase == holding && (sent(over) || sent(queued) || sent(refused)) ->
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

#if defined(FREE) || defined(FORGER)
	/* somebody who can't read the record sends a grant, or 'revoked': they make a JVM ask, and nothing else */
	:: atomic { jvm[me].phase == asking && sent(nothing) && MAY_FAIL ->
		FAIL;
#ifdef FORGED_GRANT
		hold(KEEP);
#endif
		send(acquire) }
	:: atomic { jvm[me].phase == holding && sent(nothing) && MAY_FAIL ->
		FAIL;
#ifdef FORGED_REVOCATION
		check(TRUTH, is_ousted(me));
		leave(me)
#else
		send(renew)
#endif
		}
#endif

	:: atomic { jvm[me].phase == asking && MAY_FAIL -> FAIL; leave(me) }
	/* the lock passes to the next thread, or goes back to the server, with or without the next request */
	:: atomic { jvm[me].phase == holding && may_pass -> pass() }
	:: atomic { jvm[me].phase == holding && may_call && may_end(me) ->
		count_call();
		rest_from(me, asking);
		begin_acquisition();
		printf("jvm %d: gives back and asks again, acquisition %d\n", me, jvm[me].sequence);
		send(requeue) }
	:: atomic { jvm[me].phase == holding && may_end(me) -> leave(me) }
	:: atomic { KEPT_FOR > 0 && jvm[me].phase == holding ->
		jvm[me].keeps = jvm[me].keeps | (1 << jvm[me].sequence);
#ifdef SUPERSEDES
		jvm[me].keeps_for = KEPT_FOR;
#endif
		leave(me) }
#ifdef CLOSED_BY_TURN
	/* a hold that had been left before is left again, and gives back what the next thread holds */
	:: atomic { jvm[me].phase == holding && jvm[me].passes > 0 ->
		jvm[me].releases = jvm[me].releases | (1 << jvm[me].sequence) }
#endif
#ifdef PASSED_WHEN_LOST
	:: atomic { jvm[me].phase == idle && jvm[me].token > 0 && may_pass -> pass(); hold(1) }
#endif
	od
}
