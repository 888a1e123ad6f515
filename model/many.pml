/*
 * How several locks are taken together, for Spin; see docs/protocol.md ('Several locks') and core.ManyLocks. Run it by
 * 'model/check'.
 *
 * Two JVMs take L locks in the order of their keys. All are asked for at once, as in a Redis Cluster: each request by itself, so
 * that a later lock may be granted though an earlier one is not. What lock.pml shows of a single lock is taken for granted:
 * here a lock has an owner, a lease and marks, and no queue; who is refused asks again at the next tick. One who holds
 * renews. Time goes on only when all is done that can be done now; up to FAULTS times a message is lost, comes twice, or time
 * goes on all the same.
 *
 * Macros named like KEEPS_LATER each put one error in, to see that it is found.
 *
 * The scripts that it follows, with the starts of their hashes:
 *   acquire-many.lua 612ec24f95d8
 *   renew-many.lua a23f42afb522
 */

#define J 2
#define NOBODY J
#ifndef L
#define L 2
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#define LEASE 3
#define WORK 1

#define EXCLUSION 1	/* at most one JVM counts itself as valid holder of a lock */
#define IN_ORDER 2	/* nobody waits for a lock while the store has a later one granted to it and is not about to release that */
#define WHOLE 4		/* who has all that it wants has them at the same time */
#define SERVED 8	/* at the end all have been served or have failed, and all locks are free */
#ifndef ONLY
#define ONLY 15
#endif
#define check(property, it) assert(!(ONLY & property) || (it))

mtype:phase = { idle, asking, holding, done };
mtype:part = { out, behind, first, has };
mtype:message = { nothing, acquire, granted, refused };

typedef Lock {
	byte owner;
	byte number;	/* of its acquisition */
	byte rest;	/* of its lease */
	byte mark[J]	/* all acquisitions up to this number are over */
};
Lock lock[L];

/* What a JVM has to do with the lock at a place of its list. */
typedef Part {
	byte lock;		/* which one it is */
	mtype:part part;
	byte number;
	mtype:message message;	/* a request that was sent, or its answer */
	byte age;		/* time since the request was sent */
	byte valid;		/* how long it is held by the JVM's own count */
	bool again;		/* whether it is asked for again only after a tick */
	byte late;		/* bit n: acquisition n may still be asked for, though it was given up, */
	byte releases		/* and a request to release it is under way */
};
typedef Jvm {
	mtype:phase phase;
	Part list[L];
	byte worked
};
Jvm jvm[J];
byte faults;		/* that are still to come */
hidden byte i, j, answer;

#define has_lock(who, p, l) (jvm[who].list[p].part == has && jvm[who].list[p].lock == l)
#define is_valid(p) (its(p).valid > 0)
#define MAY_FAIL (faults > 0)
#define FAIL faults--

/* ---- The scripts ---- */

#define owned_by(who, l, id) (lock[l].owner == who && lock[l].number == id)
#define is_free(l) (lock[l].owner == NOBODY || lock[l].rest == 0)

inline do_acquire(who, l, id) {
	if
	:: (owned_by(who, l, id) && !is_free(l)) || (is_free(l) && lock[l].mark[who] < id) ->
		lock[l].owner = who;
		lock[l].number = id;
		lock[l].rest = LEASE;
		answer = granted
	:: else -> answer = refused
	fi
}

inline do_release(who, l, id) {
	if
	:: owned_by(who, l, id) -> lock[l].owner = NOBODY; lock[l].rest = 0; lock[l].number = 0
	:: else
	fi;
#ifdef UNKNOWN_UNMARKED
	skip
#else
	lock[l].mark[who] = (lock[l].mark[who] < id -> id : lock[l].mark[who])
#endif
}

/* ---- The JVM ---- */

#define its(p) jvm[me].list[p]

inline ask(p, next) {
	its(p).number++;
	its(p).part = next;
	its(p).message = acquire;
	its(p).age = 0
}

/* Asks for this one and all behind it. */
inline ask_from(p) {
	i = p;
	do
	:: i < L -> ask(i, (i == p -> first : behind)); i++
	:: else -> break
	od;
	i = 0
}

/* A request that is not answered yet may arrive after the release. */
inline let_go_from(p) {
	i = p;
	do
	:: i < L && its(i).part == out -> i++
	:: i < L && its(i).part != out ->
		its(i).releases = its(i).releases | (1 << its(i).number);
		its(i).late = its(i).late | (its(i).message == acquire -> 1 << its(i).number : 0);
		its(i).part = out;
		its(i).message = nothing;
		its(i).valid = 0;
		its(i).age = 0;
		i++
	:: else -> break
	od;
	i = 0
}

#ifdef TAKEN_LATE
#define TIME_LEFT(p) LEASE
#else
#define TIME_LEFT(p) (LEASE - its(p).age)
#endif

inline take(p) {
	its(p).part = has;
	its(p).valid = TIME_LEFT(p);
	its(p).message = nothing;
	its(p).age = 0;
	check(EXCLUSION, !(has_lock(1 - me, 0, its(p).lock) || has_lock(1 - me, 1, its(p).lock) || has_lock(1 - me, L - 1, its(p).lock)))
}

inline end_call() {
	let_go_from(0);
	jvm[me].phase = done;
	jvm[me].worked = 0
}

/* What the store has granted it, and no release is under way for. */
#define is_kept(p) (lock[its(p).lock].owner == me && lock[its(p).lock].rest > 0 \
	&& !(its(p).releases & (1 << lock[its(p).lock].number)))

inline check_order(p) {
	i = p + 1;
	do
	:: i < L -> check(IN_ORDER, !is_kept(i)); i++
	:: else -> break
	od;
	i = 0
}

/* What a JVM does about the lock at this place of its list. */
proctype LocalQueue(byte me, p) {
end:	do
	:: atomic { p == 0 && jvm[me].phase == idle ->
		printf("jvm %d: calls\n", me);
		jvm[me].phase = asking;
		ask_from(0) }

	/* the first of those that it lacks is granted: so may be the one behind it */
	:: atomic { its(p).part == first && its(p).message == granted ->
		if
#ifndef TAKEN_LATE
		:: its(p).age >= LEASE -> its(p).message = acquire; its(p).age = 0
#endif
		:: else ->
			take(p);
			if
#ifdef KEEPS_LATER
			:: p == 0 && its(1).part == has -> jvm[me].phase = holding
#endif
			:: p == L - 1 -> jvm[me].phase = holding; check(WHOLE, is_valid(0) && is_valid(1) && is_valid(L - 1))
			:: p < L - 1 && its(p + 1).part == out -> ask_from(p + 1)
			:: p < L - 1 && its(p + 1).part == behind -> its(p + 1).part = first
			fi
		fi }

	/* it is refused: what is behind it is given back before it is waited for */
	:: atomic { its(p).part == first && its(p).message == refused ->
#ifdef KEEPS_LATER
		if
		:: p == 0 && its(1).message == granted -> take(1)
		:: p == 0 && its(1).part == behind && its(1).message != granted -> let_go_from(1)
		:: else
		fi;
#else
		let_go_from(p + 1);
#endif
		check_order(p);
		its(p).message = nothing;
		its(p).again = 1;
		/* starts over */
		its(p).number = (lock[its(p).lock].mark[me] >= its(p).number -> its(p).number + 1 : its(p).number) }
#ifndef NO_RECHECK
	:: atomic { its(p).part == first && its(p).message == nothing && its(p).again == 0 ->
		its(p).message = acquire;
		its(p).age = 0 }
#endif

	/* there is no answer: the first is asked for again; one behind it never under this number, for it may have been granted */
	:: atomic { its(p).part == first && its(p).message != nothing && MAY_FAIL ->
		FAIL;
		printf("jvm %d: sends again for lock %d\n", me, its(p).lock);
		its(p).message = acquire;
		its(p).age = 0 }
	:: atomic { its(p).part == behind && its(p).message != nothing && MAY_FAIL ->
		FAIL;
		printf("jvm %d: no answer for lock %d\n", me, its(p).lock);
#ifdef UNANSWERED_KEPT
		its(p).late = its(p).late | (its(p).message == acquire -> 1 << its(p).number : 0);
		its(p).message = nothing;
		its(p).part = out
#else
		let_go_from(p)
#endif
		}

	/* it renews what it has; whoever loses one gives up all */
	:: atomic { its(p).part == has && its(p).message == nothing && its(p).valid < LEASE && jvm[me].phase != done ->
		its(p).message = acquire;
		its(p).age = 0 }
	:: atomic { its(p).part == has && its(p).message == granted ->
		its(p).valid = (LEASE - its(p).age > its(p).valid -> LEASE - its(p).age : its(p).valid);
		its(p).message = nothing;
		its(p).age = 0 }
	:: atomic { its(p).part == has && its(p).message == refused -> end_call() }

	:: atomic { p == 0 && jvm[me].phase == holding && jvm[me].worked == WORK ->
		printf("jvm %d: is done\n", me);
		end_call() }
	od
}

/* Between JVM and server: requests are carried out, or late. */
proctype Network(byte me, p) {
	byte id, l = its(p).lock;
end:	do
	:: atomic { its(p).message == acquire ->
		do_acquire(me, l, its(p).number);
		its(p).message = answer;
		answer = 0 }
	:: atomic { its(p).late > 0 ->
		id = 1;
		do
		:: its(p).late & (1 << id) -> break
		:: else -> id++
		od;
		its(p).late = its(p).late & ~(1 << id);
		if
		:: do_acquire(me, l, id); answer = 0
		:: skip	/* or lost */
		fi;
		id = 0 }
	:: atomic { its(p).releases > 0 ->
		id = 1;
		do
		:: its(p).releases & (1 << id) -> break
		:: else -> id++
		od;
		do_release(me, l, id);
		if
		:: its(p).releases = its(p).releases & ~(1 << id)
		:: MAY_FAIL -> FAIL	/* and once more, later */
		fi;
		id = 0 }
	od
}

/* ---- Time ---- */

#define for_each(what) (what(0, 0) || what(0, 1) || what(0, L - 1) || what(1, 0) || what(1, 1) || what(1, L - 1))
#define counts(who, p) (jvm[who].list[p].valid + jvm[who].list[p].again + lock[p].rest > 0 || jvm[who].phase == holding)
#define due(who, p) (jvm[who].list[p].message != nothing || jvm[who].list[p].releases > 0 || jvm[who].list[p].late > 0 \
	|| (jvm[who].list[p].part == has && jvm[who].list[p].valid <= 1) || jvm[who].phase == idle \
	|| (jvm[who].phase == holding && jvm[who].worked == WORK) \
	|| (jvm[who].list[p].part == first && jvm[who].list[p].again == 0))
#define less(what) what = (what > 0 -> what - 1 : 0)

proctype Clock() {
	byte me;
end:	do
	:: atomic { for_each(counts) && (!for_each(due) || MAY_FAIL) ->
		if
		:: for_each(due) -> FAIL
		:: else
		fi;
		printf("a tick\n");
		d_step {
			j = 0;
			do
			:: j < L -> less(lock[j].rest); j++
			:: else -> break
			od;
			do
			:: me < J ->
				jvm[me].worked = (jvm[me].phase == holding && jvm[me].worked < WORK -> jvm[me].worked + 1 : jvm[me].worked);
				j = 0;
				do
				:: j < L ->
					its(j).again = 0;
					its(j).age = (its(j).message == nothing || its(j).age == LEASE -> its(j).age : its(j).age + 1);
					if
#ifdef LOST_ALONE
					:: its(j).part == has && its(j).valid <= 1 && jvm[me].phase == asking -> its(j).valid = 0
#else
					:: its(j).part == has && its(j).valid <= 1 -> end_call()
#endif
					:: else -> less(its(j).valid)
					fi;
					j++
				:: else -> break
				od;
				me++
			:: else -> break
			od;
			me = 0;
			j = 0
		} }
	od
}

proctype Judge() {
end:	timeout ->
	check(SERVED, jvm[0].phase == done && jvm[1].phase == done && is_free(0) && is_free(1) && is_free(L - 1))
}

init {
	atomic {
		jvm[0].phase = idle;
		jvm[1].phase = idle;
		i = 0;
		do
		:: i < L ->
			lock[i].owner = NOBODY;
			jvm[0].list[i].lock = i;
#ifdef OTHER_ORDER
			jvm[1].list[i].lock = L - 1 - i;
#else
			jvm[1].list[i].lock = i;
#endif
			jvm[0].list[i].part = out;
			jvm[1].list[i].part = out;
			jvm[0].list[i].message = nothing;
			jvm[1].list[i].message = nothing;
			run LocalQueue(0, i); run LocalQueue(1, i);
			run Network(0, i); run Network(1, i);
			i++
		:: else -> break
		od;
		i = 0;
		do
		:: faults < FAULTS -> faults++
		:: break
		od;
		run Clock();
		run Judge()
	}
}
