/*
 * How a majority of servers decides about a lock, for Spin; see store.quorum and docs/quorum.md. Run it by 'model/check'.
 *
 * Two JVMs take a lock of three nodes, renew it once if RENEWS says so, and release it: once each, or the first CALLS_0 times.
 * Requests and answers take any time, come in any order, and get lost, in that their JVM gives up before. Time passes as it
 * pleases; where tokens are looked at it does not matter. The clocks of nodes show anything: a node gives any token that is
 * larger than its last. Up to RESTARTS times a node restarts without its data. What lock.pml shows of a single lock is taken for
 * granted: a node has an owner, a lease and marks, and no queue.
 *
 * Macros named like MINORITY_IS_ENOUGH each put one error in, to see that it is found.
 *
 * The scripts that it follows, with the starts of their hashes:
 *   vote.lua 60188970c31c
 */

#define N 3
#define J 2
#define NOBODY J
#define LEASE 2
#ifndef TOKENS
#define TOKENS 0	/* nothing is granted beyond them; 0 looks at no tokens */
#endif
#ifndef RENEWS
#define RENEWS false
#endif
#ifndef CALLS_0
#define CALLS_0 1
#endif
#ifndef RESTARTS
#define RESTARTS 0
#endif
#ifdef MINORITY_IS_ENOUGH
#define MAJORITY 1
#else
#define MAJORITY 2
#endif

#define ALONE 1		/* at most one JVM counts itself as valid holder */
#define AGREED 2	/* each holder has a larger token than all before; no node may forget */
#define FREED 4		/* when nothing is under way any more, no node holds the lock for a JVM that does not; no node may forget */
#ifndef ONLY
#define ONLY 7
#endif
#define check(property, it) assert(!(ONLY & property) || (it))

mtype:phase = { idle, asking, holding };
mtype:message = { nothing, acquire, renew, repair, granted, refused, unknown };

typedef Node {
	byte owner = NOBODY;
	byte number;	/* of its acquisition */
	byte rest;	/* of its lease */
	byte last;	/* token */
	byte young;	/* for how long it has no vote yet */
	byte mark[J]	/* all acquisitions up to this number are over */
};
Node node[N];

/* What is under way between a JVM and a node. */
typedef Way {
	mtype:message message;	/* a request of the acquisition that goes on, or its answer */
	byte token;		/* in the answer */
	byte late;		/* bit n: acquisition n may still be asked for, though it was given up, */
	byte releases		/* and a request to release it is under way */
};
typedef Jvm {
	mtype:phase phase;
	byte number;	/* of its acquisition */
	byte calls;	/* that are left */
	byte age;	/* time since the first request was sent that counts */
	byte valid;	/* for how long it counts itself as holder */
	byte least;	/* token that it asks for */
	bool renews;	/* whether a renewal is under way, */
	bool renewed;	/* or was */
	Way way[N]
};
Jvm jvm[J];

byte used;	/* the largest token that was used */
byte restarts = RESTARTS;

byte i, j, n, k, grants, same, largest, agreed;

#define me jvm[j]
#define way_ jvm[j].way[n]
#define it node[n]

/* A node is asked for the lock. */
inline acquiring(which, floor, votes, answer) {
	if
#ifdef YOUNG_VOTES
	:: false
#else
	:: votes && it.young > 0 -> answer = refused
#endif
	:: else ->
		if
		:: it.owner == j && it.number == which ->
			it.rest = LEASE;
			if :: floor > it.last && TOKENS > 0 -> it.last = floor :: else fi;
			answer = granted
		:: !(it.owner == j && it.number == which) && (it.owner != NOBODY || it.mark[j] >= which) -> answer = refused
		:: it.owner == NOBODY && it.mark[j] < which ->
			k = 1;
			if
			:: TOKENS > 0 ->
				k = it.last + 1;
				if :: floor > k -> k = floor :: else fi;
				if :: k++ :: skip fi
			:: else
			fi;
			if
			:: k > TOKENS && TOKENS > 0 -> answer = refused
			:: else ->
				it.owner = j; it.number = which; it.rest = LEASE; it.last = k;
				answer = granted
			fi
		fi
	fi
}

inline send(what) {
	for (i : 0 .. N - 1) {
		me.way[i].message = what;
		me.way[i].token = 0
	}
}

/* The acquisition is over: what was sent may still arrive, but its release does, too. */
inline give_up() {
	for (i : 0 .. N - 1) {
		if
		:: me.way[i].message == acquire || me.way[i].message == repair ->
			me.way[i].late = me.way[i].late | (1 << me.number)
		:: else
		fi;
#ifdef RELEASED_WHERE_GRANTED
		if
		:: me.way[i].message == granted -> me.way[i].releases = me.way[i].releases | (1 << me.number)
		:: else
		fi;
#else
		me.way[i].releases = me.way[i].releases | (1 << me.number);
#endif
		me.way[i].message = nothing;
		me.way[i].token = 0
	};
#ifdef NUMBER_REUSED
	if :: me.phase == asking -> me.number-- :: else fi;
#endif
	me.phase = idle; me.valid = 0; me.age = 0; me.least = 0; me.renews = false; me.renewed = false
}

/* How many grant it, by which largest token, and which token a majority has. */
inline count() {
	grants = 0; largest = 0; agreed = 0;
	for (i : 0 .. N - 1) {
		if
		:: me.way[i].message == granted ->
			grants++;
			if :: me.way[i].token > largest -> largest = me.way[i].token :: else fi;
			same = 0;
			for (k : 0 .. N - 1) {
				if
				:: me.way[k].message == granted && me.way[k].token == me.way[i].token -> same++
				:: else
				fi
			};
			if :: same >= MAJORITY -> agreed = me.way[i].token :: else fi
		:: else
		fi
	}
#ifdef ONE_ROUND
	;
	agreed = largest
#endif
}

inline look() {
	check(ALONE, jvm[0].valid == 0 || jvm[1].valid == 0)
}

#define is_quiet(a) (jvm[j].way[a].message == nothing && jvm[j].way[a].late == 0 && jvm[j].way[a].releases == 0)
#define is_left(a) (node[a].owner == j && node[a].rest > 0)

active proctype all() {
	atomic {
		for (i : 0 .. J - 1) {
			jvm[i].phase = idle; jvm[i].calls = (i == 0 -> CALLS_0 : 1);
			for (k : 0 .. N - 1) { jvm[i].way[k].message = nothing }
		};
		i = 0; k = 0
	};
end:	do
	:: atomic {
		/* One of the JVMs, and one of the nodes. */
		if :: j = 0 :: j = 1 fi;
		if :: n = 0 :: n = 1 :: n = 2 fi;
		if
		:: me.phase == idle && me.calls > 0 && n == 0 ->
			me.calls--; me.number++; me.phase = asking; me.age = 0;
			send(acquire)

		/* A node works. */
		:: way_.message == acquire ->
			acquiring(me.number, me.least, true, way_.message);
			if :: way_.message == granted -> way_.token = it.last :: else fi
		:: way_.message == repair ->
			acquiring(me.number, me.least, false, way_.message);
			way_.message = nothing
		:: way_.message == renew ->
			if
			:: it.owner == j && it.number == me.number -> it.rest = LEASE; way_.message = granted
			:: else -> way_.message = unknown
			fi
		:: way_.late != 0 ->
			k = 1;
			do :: (way_.late & (1 << k)) == 0 -> k++ :: else -> break od;
			way_.late = way_.late & ~(1 << k);
			same = k;
			acquiring(same, 0, true, grants)
		:: way_.releases != 0 ->
			k = 1;
			do :: (way_.releases & (1 << k)) == 0 -> k++ :: else -> break od;
			way_.releases = way_.releases & ~(1 << k);
			if :: it.owner == j && it.number == k -> it.owner = NOBODY; it.number = 0; it.rest = 0 :: else fi;
			if :: it.mark[j] < k -> it.mark[j] = k :: else fi

		/* A JVM counts. */
		:: n == 0 && me.phase == asking ->
			count();
			if
			:: agreed > 0 && grants >= MAJORITY ->
#ifdef VALID_FROM_ANSWER
				me.valid = LEASE;
#else
				me.valid = LEASE - me.age;
#endif
				if
				:: me.valid == 0 -> give_up()
				:: else ->
					me.phase = holding; me.least = agreed;
					for (i : 0 .. N - 1) {
						if
						:: me.way[i].message == acquire -> me.way[i].late = me.way[i].late | (1 << me.number)
						:: else
						fi;
						me.way[i].message = nothing; me.way[i].token = 0
					};
					look();
					if
					:: TOKENS > 0 -> check(AGREED, agreed > used); used = agreed
					:: else
					fi
				fi
			:: agreed == 0 && grants >= MAJORITY -> me.least = largest; send(acquire)
			:: give_up()
			fi
		:: n == 0 && me.phase == holding && me.valid > 0 && RENEWS && !me.renewed && !me.renews ->
			me.renews = true; me.age = 0;
			send(renew)
		:: n == 0 && me.phase == holding && me.renews ->
			grants = 0;
			for (i : 0 .. N - 1) {
				if
				:: me.way[i].message == granted -> grants++
				:: else
				fi
			};
			me.renews = false; me.renewed = true;
			if
			:: grants >= MAJORITY && me.valid > 0 ->
				if :: LEASE - me.age > me.valid -> me.valid = LEASE - me.age :: else fi;
				for (i : 0 .. N - 1) {
					if
					:: me.way[i].message == unknown -> me.way[i].message = repair
					:: else -> me.way[i].message = nothing
					fi
				};
				look()
			:: else -> send(nothing)
			fi
		:: n == 0 && me.phase == holding -> give_up()

		/* Time passes. */
		:: j == 0 && n == 0 && TOKENS == 0 ->
			for (i : 0 .. N - 1) {
				if
				:: node[i].rest > 1 -> node[i].rest--
				:: node[i].rest == 1 -> node[i].rest = 0; node[i].owner = NOBODY; node[i].number = 0
				:: else
				fi;
				if :: node[i].young > 0 -> node[i].young-- :: else fi
			};
			for (i : 0 .. J - 1) {
				if :: jvm[i].phase != idle && jvm[i].age < LEASE -> jvm[i].age++ :: else fi;
				if :: jvm[i].valid > 0 -> jvm[i].valid-- :: else fi
			}

		/* A node forgets. */
		:: j == 0 && restarts > 0 ->
			restarts--;
			it.owner = NOBODY; it.number = 0; it.rest = 0; it.last = 0; it.mark[0] = 0; it.mark[1] = 0;
			it.young = LEASE

		:: n == 0 && me.phase == idle && is_quiet(0) && is_quiet(1) && is_quiet(2) ->
			check(FREED, !is_left(0) && !is_left(1) && !is_left(2))
		fi;
		j = 0; n = 0; i = 0; k = 0; grants = 0; same = 0; largest = 0; agreed = 0
	}
	od
}
