/*
 * The subscription by which a JVM hears of its grants (store.redis.grant.GrantChannels). With DEAF it subscribes when it first
 * waits, SUBSCRIBE may never be answered, and a subscription may be deaf: alive for the server, while all that is published
 * on it is lost. A new one may be deaf from the beginning, without limit, and others may go deaf up to DEAF times in a run.
 * Without DEAF each JVM is subscribed, and its subscription works.
 */

#ifdef DEAF
#define MAY_BE_DEAF true
byte deafenings = DEAF;	/* that are still to come */
#else
#define MAY_BE_DEAF false
#endif

#define is_subscribing(who) ((jvm[who].subscription == asked || jvm[who].subscription == unanswered) && !jvm[who].swallowed)

#ifdef WAITS_FOR_SUBSCRIPTION
#define waits_for_subscription(who) (jvm[who].subscription == asked)
#else
#define waits_for_subscription(who) false
#endif

inline subscribe(next) {
	jvm[me].subscription = next;
	if
	:: jvm[me].swallowed = true
	:: jvm[me].swallowed = false
	fi
}

/* The server may go on counting the old connection as one that listens. */
inline unsubscribe() {
	jvm[me].subscription = off;
	jvm[me].deaf = false;
	if
	:: listens[me] = false
	:: skip
	fi
}

/* The acquisition had been queued and is lost, and its grant has not arrived: a message to itself shows whether any do. */
inline missed() {
	printf("jvm %d: missed a grant\n", me);
	if
	:: jvm[me].deaf -> unsubscribe()
	:: else
	fi
}

#ifdef DEAF
inline subscribed() {
	printf("jvm %d: subscribed\n", me);
	jvm[me].subscription = on;
	listens[me] = true;
	if
	:: jvm[me].deaf = true
	:: jvm[me].deaf = false
	fi
}

proctype Channel(byte me) {
end:	do
	:: atomic { hears(me) && deafenings > 0 ->
		printf("jvm %d: deaf from now on\n", me);
		deafenings--;
		jvm[me].deaf = true;
		drop_grant() }
	od
}
#endif
