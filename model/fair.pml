/*
 * The order in which a fair lock is granted, for Spin; see docs/protocol.md. Run it by 'model/check'.
 *
 * Each JVM has threads that arrive, wait in the line of its local queue, in the order in which they came, and have one turn each. For
 * the first of the line the local queue asks the server, and tells for how long that thread has waited; so each JVM has one place in
 * the queue at most (record.lua: slot, others_waited; queue.LockQueue). Ages are the numbers of arrivals, over all JVMs.
 *
 * A request is carried out at once, or gets lost, and is repeated; a grant may get lost, be claimed too late, or be made
 * to a JVM whose thread has just given up; each waiter is found listening or not, each time anew; places vanish at any time.
 *
 * Left out: requests that are under way for long, since the order is exact up to that time only; leases and all that
 * lock.pml looks at.
 *
 * Macros of the preprocessor named like UNSORTED each put one error in, to see that it is found.
 *
 * The scripts that it follows, with the starts of their hashes:
 *   record.lua 2b44a5b604b1
 */

#ifndef T
#define T 5	/* threads */
#endif
#define J 3
#define NOBODY J
#define NONE 255
#define before(it) (it == 2 -> 0 : it - 1)
#define jvm_of(it) (it < 2 -> 0 : (it < 4 -> 1 : 2))

#define AGE 1		/* no grant, and no pass, while an older thread within reach waits */
#define IN_ORDER 2	/* the places are in the order of their ages */
#ifndef ONLY
#define ONLY 3
#endif
#define check(property, it) assert(!(ONLY & property) || (it))

mtype:phase = { away, waits, holds, gone };

/* ---- On record ---- */

byte owner = NOBODY;	/* the JVM that holds the lock */
byte queue[J];		/* the JVMs that wait, the next first */
byte waiting;		/* how many that are */
byte told[J];		/* since when each waits, as it told last; 0: it has no place */

/* ---- In the JVMs ---- */

mtype:phase phase[T];
byte since[T];		/* when it arrived */
byte arrived;		/* how many have */
bool turn[J];		/* whether a thread has the lock, or did when the next was to have it */
bool granted[J];	/* whether a grant is on its way */
byte asked[J];		/* how many had arrived when it last was told that the lock is its own, */
byte others[J];		/* since when others waited then; NONE if nobody did, */
byte seen[J];		/* bit t: and thread t was among those */
bool stale[J];		/* whether the thread that it had told of gave up, and the server does not know */

hidden byte i, at, head, next, age;
bool reach[J];		/* whether each is found listening in this step */

/* The thread that is first in the line of a JVM, or T. */
inline find_head(who) {
	head = T;
	i = 0;
	do
	:: i < T && jvm_of(i) == who && phase[i] == waits && (head == T || since[i] < since[head]) -> head = i; i++
	:: i < T && !(jvm_of(i) == who && phase[i] == waits && (head == T || since[i] < since[head])) -> i++
	:: else -> break
	od;
	i = 0
}

#define waits_elsewhere(it, who) (phase[it] == waits && jvm_of(it) != who && told[jvm_of(it)] > 0 && reach[jvm_of(it)])
#define is_passed_over(it, who, when) (waits_elsewhere(it, who) && since[it] < when)
#define nobody_is_passed_over(who, when) !(is_passed_over(0, who, when) || is_passed_over(1, who, when) \
	|| is_passed_over(2, who, when) || is_passed_over(3, who, when) || is_passed_over(4, who, when))

/* Of those that the server could not know of when it answered last, since their requests had got lost, nothing is promised. */
#define was_known(it, who) (since[it] > asked[who] || (seen[who] & (1 << it)))
#define is_passed_by(it, who, when) (is_passed_over(it, who, when) && was_known(it, who))
#define nobody_is_passed_by(who, when) !(is_passed_by(0, who, when) || is_passed_by(1, who, when) \
	|| is_passed_by(2, who, when) || is_passed_by(3, who, when) || is_passed_by(4, who, when))

inline remove(who) {
	at = 0;
	do
	:: at < waiting && queue[at] != who -> at++
	:: else -> break
	od;
	if
	:: at < waiting ->
		waiting--;
		do
		:: at < waiting -> queue[at] = queue[at + 1]; at++
		:: else -> break
		od;
		queue[waiting] = 0
	:: else
	fi;
	told[who] = 0;
	at = 0
}

/* In front of the first that has waited for less. */
inline take_place(who) {
	remove(who);
	at = waiting;
	do
#ifndef UNSORTED
	:: at > 0 && told[queue[at - 1]] > age -> queue[at] = queue[at - 1]; at--
#endif
	:: else -> break
	od;
	queue[at] = who;
	told[who] = age;
	waiting++;
	at = 0;
	check(IN_ORDER, waiting < 2 || told[queue[0]] < told[queue[1]]);
	check(IN_ORDER, waiting < 3 || told[queue[1]] < told[queue[2]])
}

/* What a holder is told of others. */
inline answer_holder(who) {
	at = 0;
	do
	:: at < waiting && !reach[queue[at]] -> at++
	:: else -> break
	od;
	asked[who] = arrived;
	others[who] = (at < waiting -> told[queue[at]] : NONE);
	at = 0;
	seen[who] = 0;
	i = 0;
	do
	:: i < T -> seen[who] = seen[who] | (waits_elsewhere(i, who) -> 1 << i : 0); i++
	:: else -> break
	od;
	i = 0
}

inline own(who) {
	find_head(who);
	check(AGE, head == T || stale[who] || nobody_is_passed_over(who, since[head]));
	owner = who;
	remove(who);
	answer_holder(who)
}

inline hand_over() {
	at = 0;
	do
	:: owner == NOBODY && at < waiting && !reach[queue[at]] -> at++
	:: owner == NOBODY && at < waiting && reach[queue[at]] ->
		next = queue[at];
		granted[next] = true;
		own(next)
	:: else -> break
	od;
	at = 0
}

/* acquire.lua, for the first of the line */
inline ask(who) {
	find_head(who);
	if
	:: owner == who -> answer_holder(who); granted[who] = true
	:: else ->
		age = since[head];
#ifdef AGE_OF_FORMER
		age = (told[who] > 0 -> told[who] : age);
#endif
		take_place(who);
		stale[who] = false;
#ifdef NEWCOMER_OVERTAKES
		if
		:: owner == NOBODY -> granted[who] = true; own(who)
		:: else
		fi;
#endif
		reach[who] = true;
		hand_over()
	fi
}

inline may_not_listen(who) {
	if
	:: told[who] > 0 -> reach[who] = false
	:: true
	fi
}

inline choose_listeners() {
	may_not_listen(0);
	may_not_listen(1);
	may_not_listen(2)
}

#define forget(who) if :: owner != who -> asked[who] = 0; others[who] = 0; seen[who] = 0 :: else fi

inline clean_up() {
	forget(0);
	forget(1);
	forget(2);
	reach[0] = true; reach[1] = true; reach[2] = true;
	i = 0; at = 0; head = 0; next = 0; age = 0
}

#define is_waiting_in(who) (phase[0] == waits && jvm_of(0) == who || phase[1] == waits && jvm_of(1) == who \
	|| phase[2] == waits && jvm_of(2) == who || phase[3] == waits && jvm_of(3) == who || phase[4] == waits && jvm_of(4) == who)

/* The first of the line has the lock from now on. */
inline begin_turn(who) {
	find_head(who);
	phase[head] = holds;
	turn[who] = true;
	granted[who] = false;
	printf("thread %d of jvm %d, which came as number %d, holds\n", head, who, since[head])
}

proctype Thread(byte me) {
end:	do
	/* threads of a JVM are alike, and so are JVMs with as many */
	:: atomic { phase[me] == away && (me == 0 || me == 4 || phase[before(me)] != away) ->
		choose_listeners();
		d_step {
			arrived++;
			since[me] = arrived;
			phase[me] = waits;
			printf("thread %d of jvm %d comes as number %d\n", me, jvm_of(me), arrived);
			find_head(jvm_of(me))
		}
		/* it is asked for at once if it is the first, unless the request gets lost */
		if
		:: head == me && !turn[jvm_of(me)] -> d_step { ask(jvm_of(me)) }
		:: true
		fi;
		d_step { clean_up() } }
	:: atomic { phase[me] == waits ->
		choose_listeners();
		d_step {
			printf("thread %d gives up\n", me);
			find_head(jvm_of(me));
			if
			:: head == me && !turn[jvm_of(me)] -> stale[jvm_of(me)] = true
			:: else
			fi;
			phase[me] = gone;
			since[me] = 0
		}
		/* the local queue asks for the next of the line, or leaves the queue, unless the request gets lost */
		if
		:: stale[jvm_of(me)] && is_waiting_in(jvm_of(me)) && !granted[jvm_of(me)] -> d_step { ask(jvm_of(me)) }
		:: stale[jvm_of(me)] && !is_waiting_in(jvm_of(me)) -> d_step { remove(jvm_of(me)) }
		:: true
		fi;
		d_step { clean_up() } }
	:: atomic { phase[me] == holds ->
		choose_listeners();
		d_step {
			phase[me] = gone;
			since[me] = 0;
			stale[jvm_of(me)] = false;
			find_head(jvm_of(me))
		}
		if
		/* the lock passes to the next of the line, if all elsewhere came later */
#ifdef PASSED_TO_LATER
		:: head < T ->
#else
		:: head < T && since[head] <= asked[jvm_of(me)] && since[head] < others[jvm_of(me)] ->
#endif
			d_step {
				reach[0] = true; reach[1] = true; reach[2] = true;
				check(AGE, nobody_is_passed_by(jvm_of(me), since[head]));
				printf("passes\n");
				begin_turn(jvm_of(me))
			}
		/* a requeue: the next of the line has its place before the lock is handed over */
		:: head < T -> d_step {
			printf("thread %d gives back and asks for the next\n", me);
			turn[jvm_of(me)] = false;
			owner = NOBODY;
			ask(jvm_of(me)) }
		/* or a release, and a request that may get lost */
		:: d_step {
			printf("thread %d gives back\n", me);
			turn[jvm_of(me)] = false;
			owner = NOBODY;
			hand_over() }
		fi;
		d_step { clean_up() } }
	od
}

proctype LocalQueue(byte me) {
end:	do
	/* a grant arrives, or its answer */
	:: atomic { granted[me] && owner == me && !turn[me] ->
		d_step {
			if
			:: is_waiting_in(me) -> begin_turn(me)
			:: else -> granted[me] = false; owner = NOBODY; hand_over()
			fi;
			stale[me] = false;
			clean_up()
		} }
	/* or gets lost */
	:: atomic { granted[me] && !turn[me] -> granted[me] = false }
	/* it is not claimed in time */
	:: atomic { owner == me && !turn[me] ->
		choose_listeners();
		d_step { printf("jvm %d did not claim the lock\n", me); granted[me] = false; owner = NOBODY; hand_over(); clean_up() } }
	/* the local queue asks again */
	:: atomic { !turn[me] && !granted[me] && is_waiting_in(me) ->
		choose_listeners();
		d_step { ask(me); clean_up() } }
	/* a place vanishes that was not asked for in time */
	:: atomic { told[me] > 0 -> d_step { remove(me); clean_up() } }
	od
}

init {
	atomic {
		phase[0] = away; phase[1] = away; phase[2] = away; phase[3] = away; phase[4] = away;
		d_step { clean_up() }
		run Thread(0); run Thread(1); run Thread(2); run Thread(3); run Thread(4);
		run LocalQueue(0); run LocalQueue(1); run LocalQueue(2)
	}
}
