/*
 * The record of a lock that may be shared, and the scripts that change it. Each runs as one step.
 *
 * The scripts that it follows, with the starts of their hashes:
 *   common.lua 0467ad780649
 *   record.lua 2b44a5b604b1
 *   acquiring.lua 3116bf74fd15
 *   acquire.lua f55dce3a940d
 *   renew.lua 4936741cee18
 *   releasing.lua bbca73176dbb
 *   release.lua 0010de5c0a20
 */

mtype:phase = { idle, asking, holding, finished, gone };
mtype:message = { nothing, acquire, renew, granted, queued, over };

#define NOBODY A
#define SHARED (A + 1)

byte owner = NOBODY;	/* who has the lock alone, or SHARED */
byte rest;		/* of the owner's lease; of a shared lock no less than the longest */
byte in_use;		/* permits */
byte queue[J];		/* those that wait, the oldest first; at most one of each JVM */
byte waiting;		/* how many that are */
byte mark[J];		/* all acquisitions of a JVM up to this number are over, unless they are on record */
byte last[J];		/* the last number that was given */
bool listens[J];	/* whether PUBLISH finds a receiver */

typedef Acquisition {
	/* on record */
	bool sharing;		/* whether it is among the holdings, */
	byte left;		/* of its lease there, */
	byte permits;		/* and with what */
	byte kept;		/* how long its place in the queue is kept */
	bool is_kept;		/* whether it was released, and its permits are only kept, */
	byte keeping;		/* for how long they are to be */
	/* in its JVM */
	mtype:phase phase;
	byte number;
	mtype:message message;	/* a request that was sent, or its answer */
	byte age;		/* time since the request was sent */
	byte valid;		/* how long it is valid by the JVM's own count */
	byte again;		/* time until it asks again */
	byte worked;
	byte fresh;		/* how long further readers may join */
	byte window;		/* what is left of the claim window of a grant that was published */
	bool claimed;		/* whether the server has confirmed the hold */
	bool downgraded;	/* whether it wants a share by now, though it wanted the lock for itself */
	bool releases;		/* whether a release is under way, */
	bool keeps;		/* and asks to keep the permits */
	/* to judge by */
	bool spent		/* whether it was granted, or released, and is not granted again */
};
Acquisition one[A];

hidden byte i, j, mine, ahead, answer, latest;
hidden byte behind, blocked;
hidden byte former;	/* whether the script is one that does not know what a place wants */

#ifdef NO_EXPIRY
#define held (owner != NOBODY)
#else
#define held (owner != NOBODY && rest > 0)
#endif

inline clean_up() {
#ifdef FREE
	listens[0] = true; listens[1] = true;
#if A - FIRST + 1 > 2
	listens[2] = true;
#endif
#endif
	i = 0; j = 0; mine = 0; ahead = 0; answer = 0; latest = 0; behind = 0; blocked = false; former = 0
}

inline remove(position) {
	one[queue[position]].kept = 0;
	i = position;
	do
	:: i + 1 < waiting -> queue[i] = queue[i + 1]; i++
	:: else -> break
	od;
	waiting--;
	queue[waiting] = 0
}

inline give_up_places() {
	j = 0;
	do
	:: j < waiting && one[queue[j]].kept == 0 -> remove(j)
	:: j < waiting && one[queue[j]].kept > 0 -> j++
	:: else -> break
	od;
	j = 0
}

/* The position of an instance in the queue, or 'waiting' if it has none. */
inline find_place(who) {
	mine = 0;
	do
	:: mine < waiting && jvm_of(queue[mine]) != who -> mine++
	:: else -> break
	od
}

inline finish(it) {
#ifdef SHARE_UNMARKED
	mark[jvm_of(it)] = (mark[jvm_of(it)] < one[it].number && wants(it) == 0 -> one[it].number : mark[jvm_of(it)])
#else
	mark[jvm_of(it)] = (mark[jvm_of(it)] < one[it].number -> one[it].number : mark[jvm_of(it)])
#endif
}

#define permits_of(it) (one[it].sharing -> one[it].permits : 0)
#define is_kept_too_long(it) (one[it].is_kept && one[it].left > one[it].keeping)
#define outlasts(it) (one[it].sharing && one[it].left > rest)

inline check_record() {
	check(COUNTED, in_use == sum(permits_of));
	check(COUNTED, (owner == SHARED) == (in_use > 0));
	check(COUNTED, !any(outlasts));
	check(KEPT, !any(is_kept_too_long))
}

inline free() {
	owner = NOBODY;
	rest = 0
}

inline leave_record(it) {
	in_use = in_use - one[it].permits;
	one[it].sharing = false;
	one[it].left = 0;
	one[it].permits = 0;
	one[it].is_kept = false
}

#define shares(it) (one[it].sharing && !one[it].is_kept)

inline free_unless_shared() {
	if
	:: in_use == 0 -> free()
	:: else
	fi
}

inline lose_share(it) {
	check(KEPT, one[it].keeping == 0);
	if
	:: one[it].is_kept
	:: else -> finish(it)
	fi;
	leave_record(it)
}

/* Closes what is over, or all. */
inline sweep(all) {
	i = 0; latest = 0;
	do
	:: i < A && one[i].sharing && (all || one[i].left == 0) -> lose_share(i); i++
	:: i < A && one[i].sharing && !(all || one[i].left == 0) ->
		latest = (one[i].left > latest -> one[i].left : latest); i++
	:: i < A && !one[i].sharing -> i++
	:: else -> break
	od;
	rest = latest;
	free_unless_shared();
	i = 0
}

inline expire() {
	if
#ifdef NO_EXPIRY
	:: false
#else
#ifdef HOLDINGS_STAY
	:: owner == SHARED && rest == 0 -> free()
#else
	:: owner == SHARED && rest == 0 -> sweep(true)
#endif
	:: owner < A && rest == 0 -> finish(owner); free()
#endif
	:: else
	fi
}

inline spend(it) {
	check(ONCE, !one[it].spent);
	one[it].spent = true
}

/* The capacity, where it is looked at. */
#ifdef CAPACITY_IGNORED
#define CAPACITY_OF_WAITERS 99
#else
#define CAPACITY_OF_WAITERS CAPACITY
#endif

#ifdef UPGRADED
#define others_share(it) (in_use > (one[0].sharing && jvm_of(it) == 0 -> one[0].permits : 0))
#else
#define others_share(it) true
#endif
#define shows(it) (former -> 0 : wants(it))
#define fits_now(it, capacity) (owner == NOBODY \
	|| (owner == SHARED && shows(it) > 0 && in_use + wants(it) <= capacity) \
	|| (owner == SHARED && shows(it) == 0 && !others_share(it)))

/* Whether it can have what it wants, once leases that are over are closed. */
inline make_room(it, capacity) {
	if
#ifndef NO_SWEEP
	:: owner == SHARED && (shows(it) == 0 || in_use + wants(it) > capacity) -> sweep(false)
#endif
	:: else
	fi
}

#define within_reach(it) (listens[jvm_of(it)])

/* Gives it what it wants, until then. */
inline admit(it, lease) {
	printf("granted to %d, for %d\n", it, lease);
	spend(it);
	if
	:: shows(it) > 0 ->
		owner = SHARED;
		one[it].sharing = true;
		one[it].left = lease;
		one[it].permits = wants(it);
		in_use = in_use + wants(it);
#ifdef DEADLINE_STAYS
		rest = (rest == 0 -> lease : rest)
#else
		rest = (rest < lease -> lease : rest)
#endif
	:: else ->
		owner = it;
		rest = lease
	fi
}

/* The first place before another that can be reached, or that. */
inline find_reachable(places) {
	ahead = 0;
	do
	:: ahead < places && !within_reach(queue[ahead]) -> ahead++
	:: else -> break
	od
}

inline grant(position) {
	j = queue[position];
	find_reachable(position);
	check(ORDER, ahead == position);
	ahead = one[j].kept;
	one[j].window = (listens[jvm_of(j)] -> ahead : 0);
	remove(position);
	admit(j, ahead);
	j = 0
}

/* To all that are next, before a certain place, up to the first that does not fit: 'blocked' tells of one. */
inline hand_over(before) {
	behind = waiting - (before < waiting -> before : waiting);
	mine = 0;
	blocked = (owner < A && held);
	do
	:: !blocked && mine + behind < waiting ->
		if
		:: !within_reach(queue[mine]) -> mine++
		:: else ->
			make_room(queue[mine], CAPACITY_OF_WAITERS);
			if
			:: fits_now(queue[mine], CAPACITY_OF_WAITERS) ->
				grant(mine);
#ifdef ONE_AT_A_TIME
				blocked = true
#else
				blocked = (owner != SHARED)
#endif
			:: else ->
#ifdef HANDS_OVER_BEHIND
				mine++
#else
				blocked = true
#endif
			fi
		fi
	:: else -> break
	od;
	mine = 0
}

/* Nobody that can be reached could be let in. */
inline check_together() {
	find_reachable(waiting);
	check(TOGETHER, ahead == waiting || !fits_now(queue[ahead], CAPACITY));
	ahead = 0
}

inline pass_on() {
	free_unless_shared();
	hand_over(A);
	check_together()
}

#define is_newer(it, other) (jvm_of(other) == jvm_of(it) && one[other].number > one[it].number \
	&& (owner == other || shares(other) || one[other].kept > 0))
#define newer_than(it) (sum_for(it, is_newer) > 0)

#ifdef MARK_FIRST
#define is_over_by_mark(it) (mark[jvm_of(it)] >= one[it].number)
#else
#define is_over_by_mark(it) false
#endif

/* ---- acquiring.lua; an acquisition that was downgraded asks for a share, and one that comes late may not ---- */

inline do_acquire(it, share) {
	give_up_places();
	if
	:: is_over_by_mark(it) -> answer = over
	:: !is_over_by_mark(it) && shares(it) && one[it].left > 0 ->
#ifdef LATE_TAKES_BACK
		if
		:: !share && wants(it) == 0 -> leave_record(it); owner = it; rest = LEASE
		:: else ->
#endif
		one[it].left = (one[it].left < LEASE -> LEASE : one[it].left);
#ifdef COUNTED_AGAIN
		in_use = in_use + one[it].permits;
#endif
		rest = (rest < one[it].left -> one[it].left : rest);
#ifdef LATE_TAKES_BACK
		fi;
#endif
		answer = granted
	:: !is_over_by_mark(it) && shares(it) && one[it].left == 0 -> lose_share(it); pass_on(); answer = over
#ifdef CLAIM_KEEPS_ALONE
	:: owner == it && rest > 0 && share && wants(it) > 0 -> rest = (rest < LEASE -> LEASE : rest); answer = granted
	:: owner == it && rest > 0 && share && wants(it) == 0 ->
#else
	:: owner == it && rest > 0 && share ->
#endif
		owner = SHARED;
		one[it].sharing = true;
		one[it].left = (rest < LEASE -> LEASE : rest);
		one[it].permits = (wants(it) > 0 -> wants(it) : 1);
		in_use = one[it].permits;
		rest = one[it].left;
		hand_over(A);
		check_together();
		answer = granted
	:: owner == it && rest > 0 && !share -> rest = (rest < LEASE -> LEASE : rest); answer = granted
	:: owner == it && rest == 0 -> expire(); pass_on(); answer = over
	:: else ->
		if
		:: mark[jvm_of(it)] >= one[it].number || newer_than(it) || (share && wants(it) == 0) -> answer = over
		:: else ->
			expire();
			find_place(jvm_of(it));
#ifndef NEWCOMER_OVERTAKES
			hand_over(mine);
#endif
			find_place(jvm_of(it));
			if
			:: !blocked -> make_room(it, CAPACITY_OF_WAITERS)
			:: else
			fi;
			if
			:: !blocked && fits_now(it, CAPACITY_OF_WAITERS) ->
				find_reachable(mine);
				check(ORDER, ahead == mine);
				if
				:: mine < waiting -> remove(mine)
				:: else
				fi;
				admit(it, LEASE);
				if
				:: wants(it) > 0 ->
#ifndef LETS_NOBODY_IN
					hand_over(A);
#endif
					check_together()
				:: else
				fi;
				answer = granted
			:: else ->
				if
				:: mine == waiting -> waiting++
				:: else -> one[queue[mine]].kept = 0
				fi;
				queue[mine] = it;
				one[it].kept = KEEP;
				answer = queued
			fi
		fi
	fi;
	check(TOGETHER, !share || answer != granted || owner == SHARED);
	check_record()
}

/* ---- renew.lua ---- */

inline do_renew(it) {
	give_up_places();
	if
	:: is_over_by_mark(it) -> answer = over
	:: !is_over_by_mark(it) && shares(it) && one[it].left > 0 ->
		one[it].left = (one[it].left < LEASE -> LEASE : one[it].left);
		rest = (rest < one[it].left -> one[it].left : rest);
		answer = granted
	:: !is_over_by_mark(it) && shares(it) && one[it].left == 0 -> lose_share(it); pass_on(); answer = over
	:: owner == it && rest > 0 -> rest = (rest < LEASE -> LEASE : rest); answer = granted
	:: owner == it && rest == 0 -> expire(); pass_on(); answer = over
	:: else -> answer = over
	fi;
	check_record()
}

/* ---- release.lua ---- */

#ifndef KEPT_FOR
#define KEPT_FOR 0
#endif

inline do_release(it) {
	give_up_places();
	find_place(jvm_of(it));
	one[it].spent = true;
	if
	:: shares(it) && one[it].left > 0 && one[it].keeps ->
		finish(it);
		one[it].is_kept = true;
		one[it].left = KEPT_FOR;
		one[it].keeping = KEPT_FOR;
		rest = (rest < KEPT_FOR -> KEPT_FOR : rest);
		pass_on()
	:: shares(it) && !(one[it].left > 0 && one[it].keeps) ->
		finish(it);
		leave_record(it);
		pass_on()
#ifdef KEPT_AGAIN
	:: one[it].is_kept && one[it].keeps -> one[it].left = KEPT_FOR; rest = (rest < KEPT_FOR -> KEPT_FOR : rest)
#endif
	:: owner == it -> finish(it); free(); pass_on()
	:: else ->
		if
		:: mine < waiting && queue[mine] == it && one[it].kept > 0 ->
			remove(mine);
			expire()
		/* The release of an older acquisition is late, so the place of that one goes. */
		:: mine < waiting && one[queue[mine]].number < one[it].number -> remove(mine)
		:: else
		fi;
		finish(it);
		if
		:: owner < A
		:: else -> hand_over(A); check_together()
		fi
	fi;
	check_record()
}
