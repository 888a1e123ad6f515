/*
 * The record of a lock and the scripts that change it (META-INF/lock-starter/*.lua). Each runs as one step.
 *
 * The scripts that it follows, with the starts of their hashes:
 *   common.lua 0467ad780649
 *   record.lua 2b44a5b604b1
 *   acquiring.lua 3116bf74fd15
 *   acquire.lua f55dce3a940d
 *   renew.lua 4936741cee18
 *   releasing.lua bbca73176dbb
 *   release.lua 0010de5c0a20
 *   requeue.lua f5c43e6ccf8c
 *   force-release.lua 11ac02c020fe
 */

/* ---- The record, and what the server knows ---- */

#define NEWEST (BLOCK + 1)	/* what the token of the last grant is always counted as: only their order matters */

/*
 * How a waiter hears of its grant: by a channel, n, or not at all, d. With no way it is not queued.
 */
mtype:way = { no_way, way_n, way_d };

byte owner = NOBODY;	/* the instance, */
byte number;		/* and its sequence number */
byte rest;		/* of the lease */
byte token = NEWEST;	/* the last one */
byte reserved;		/* how many tokens after it are the owner's, too */
byte newest = NEWEST;	/* the largest token that anybody has had */
byte keeping;		/* how long the lock is still to be kept after its release */

typedef Place {
	byte instance;
	byte number
};
Place queue[N];		/* the oldest first */
byte waiting;		/* how many that are */
byte waits;		/* bit w: instance w is among them */
byte before[N];		/* bit w: w waited when the last turn of an instance ended, and has waited since */

byte kept[N];		/* how long an instance's place is kept */
byte finished[N];	/* marks: all acquisitions up to this one are over */
byte spent[N];		/* bit n: acquisition n was granted, or released, and is not granted again */
mtype:way way[N];	/* by which the instance of a place hears of its grant */
bool vanished;		/* whether the record has vanished: once in each run */
bool listens[N];	/* whether PUBLISH finds a receiver: also of a JVM that died unnoticed */

/* Whether what is published to a JVM arrives. */
#define hears(who) (jvm[who].subscription == on && !jvm[who].deaf)

/* The way that a JVM asks for: by its subscription, or by none if that has not come about in time. */
#define way_of(who) (jvm[who].subscription == on -> way_n : (jvm[who].subscription == unanswered -> way_d : no_way))

/* The hold that an operator has seen, and ends by force. */
bool forcing;		/* whether a request to do so is under way */
byte seen_owner = NOBODY;
byte seen_number;
byte seen_token;
bool seen_lasts;	/* whether that hold is still the present one */
bool forced;		/* whether it was ended */
#define was_forced(who, id) (forced && seen_owner == who && seen_number == id)

/* ---- record.lua ---- */

hidden byte i, j, mine, ahead, answer, previous;
hidden byte owner_before, number_before, rest_before;
hidden byte superseded;

#ifdef NO_EXPIRY
#define held (owner != NOBODY)
#else
#define held (owner != NOBODY && rest > 0)
#endif

inline remember() {
	owner_before = owner;
	number_before = number;
	rest_before = (owner == NOBODY -> 0 : rest)
}

inline check_ownership(who, id) {
	check(OWNERSHIP, rest_before == 0 || superseded > 0 || (owner_before == who && number_before == id)
		|| (owner == owner_before && number == number_before && rest >= rest_before));
	check(KEPT, keeping == 0 || (owner == owner_before && rest == keeping))
}

inline remove(position) {
	waits = waits & ~(1 << queue[position].instance);
	way[queue[position].instance] = no_way;
	before[0] = before[0] & waits; before[1] = before[1] & waits; before[2] = before[2] & waits;
	i = position;
	do
	:: i + 1 < waiting -> queue[i].instance = queue[i + 1].instance; queue[i].number = queue[i + 1].number; i++
	:: else -> break
	od;
	waiting--;
	queue[waiting].instance = 0;
	queue[waiting].number = 0
}

inline give_up_places() {
	j = 0;
	do
	:: j < waiting && kept[queue[j].instance] == 0 -> remove(j)
	:: j < waiting && kept[queue[j].instance] > 0 -> j++
	:: else -> break
	od
}

/* place(): the position of an instance in the queue, or 'waiting' if it has none. */
inline find_place(who) {
	mine = 0;
	do
	:: mine < waiting && queue[mine].instance != who -> mine++
	:: else -> break
	od
}

inline finish(who, id) {
#ifdef NO_MARKS
	skip
#else
	finished[who] = (finished[who] < id -> id : finished[who])
#endif
}

#ifdef FORGETS
#define is_certain(who, id) (jvm[who].certain & (1 << id))
#else
#define is_certain(who, id) false
#endif

/* Nothing has to be remembered of what can't be asked for any more. */
inline finish_unless_certain(who, id) {
	if
	:: is_certain(who, id)
	:: else -> finish(who, id)
	fi
}

inline spend(who, id) {
	spent[who] = spent[who] | (1 << id)
}

/* How many tokens a grant reserves, or a pushed one, and how many of them count as used when it was lost. */
#ifdef NOTHING_RESERVED
#define RESERVED 0
#else
#define RESERVED BLOCK
#endif
#ifdef PUSHED_WITHOUT_BLOCK
#define RESERVED_IF_PUSHED 0
#else
#define RESERVED_IF_PUSHED RESERVED
#endif
#ifdef LOST_BLOCK_LIVES
#define USED_IF_LOST 0
#else
#define USED_IF_LOST reserved
#endif

#define within_reach(who) (listens[who] || way[who] == way_d)
#define reachable (within_reach(0) | (within_reach(1) << 1) | (within_reach(2) << 2))

/* The token that was just granted becomes NEWEST, and older ones fall behind. */
#define fallen_behind(older) (older + NEWEST > token -> older + NEWEST - token : 0)

inline count_tokens_from_here(who) {
	jvm[0].token = fallen_behind(jvm[0].token);
	jvm[1].token = fallen_behind(jvm[1].token);
	jvm[2].token = fallen_behind(jvm[2].token);
	seen_token = fallen_behind(seen_token);
	jvm[who].token = NEWEST;
	jvm[who].passes = 0;
	token = NEWEST;
	newest = NEWEST
}

inline own(who, id, lease, block) {
	owner = who;
	number = id;
	rest = lease;
	printf("granted to jvm %d, acquisition %d, for %d\n", who, id, lease);
#ifndef TOKEN_STAYS
	token = token + reserved + 1;
#endif
	reserved = block;
	check(TOKENS, token > newest);
	count_tokens_from_here(who);
	seen_lasts = false;
	check(KEPT, keeping == 0);
	check(ONCE, !(spent[who] & (1 << id)));
	spend(who, id);
	check(TURNS, !(before[who] & reachable));
	before[who] = 0
}

/* Of the reserved tokens so many were used, the others may be granted again. */
inline use(used) {
	token = token + (used < reserved -> used : reserved);
	reserved = 0
}

/* The turn of the owner is over, and all that wait come before its next one, unless that has its place already. */
inline end_turn() {
	if
	:: number > 0 -> before[owner] = (waits & (1 << owner) -> 0 : waits)
	:: else
	fi;
	seen_lasts = false
}

inline free() {
	end_turn();
	owner = NOBODY;
	number = 0;
	rest = 0
}

inline expire() {
	if
#ifdef NO_EXPIRY
	:: false
#else
	:: owner != NOBODY && rest == 0 -> finish(owner, number); use(USED_IF_LOST); free()
#endif
	:: else
	fi
}

inline clean_up() {
#ifdef FREE
	listens[0] = true; listens[1] = true; listens[2] = true;
#endif
	i = 0; j = 0; mine = 0; ahead = 0; answer = 0; previous = 0;
	owner_before = 0; number_before = 0; rest_before = 0; superseded = 0
}

/* The position of the first of some places whose waiter can be reached, or their number. */
inline find_reachable(places) {
	ahead = 0;
	do
	:: ahead < places && !within_reach(queue[ahead].instance) -> ahead++
	:: else -> break
	od
}

#ifdef NO_CLAIM_WINDOW
#define window_of(who) FOREVER
#else
#ifdef SHORT_WINDOW
#define window_of(who) 1
#else
#define window_of(who) kept[who]
#endif
#endif

/* Own for as long as the place was to be kept, and publish it. */
inline grant(position) {
	j = queue[position].instance;
	if
	:: way[j] != way_d && hears(j) ->
		jvm[j].pushed = queue[position].number;
		jvm[j].window = window_of(j)
	:: else
	fi;
	own(j, queue[position].number, window_of(j), RESERVED_IF_PUSHED);
#ifndef GRANTED_KEEPS_PLACE
	kept[j] = 0;
	remove(position);
#endif
	j = 0
}

/* To the first that can be reached; those before keep their place. */
inline hand_over() {
	free();
	find_reachable(waiting);
	if
	:: ahead < waiting -> grant(ahead)
	:: else
	fi
}

#ifdef BY_INSTANCE
#define owned_by(who, id) (owner == who)
#else
#define owned_by(who, id) (owner == who && number == id)
#endif

#ifdef SUPERSEDES
#ifdef SUPERSEDES_KEPT
#define is_older(id) (number < id)
#else
#ifdef SUPERSEDES_NEWER
#define is_older(id) (number != id && number > 0)
#else
#define is_older(id) (number < id && number > 0)
#endif
#endif

/* An earlier acquisition of the same instance is released. It has to be over in its JVM, and nothing may keep the lock. */
inline end_older(who, id) {
	if
	:: held && owner == who && is_older(id) && (jvm[who].supersedes & (1 << id)) ->
		printf("acquisition %d of jvm %d is superseded\n", number, who);
		check(OWNERSHIP, jvm[who].phase != holding || jvm[who].sequence != number);
		check(KEPT, jvm[who].keeps_for == 0);
		finish(who, number);
		use(USED_IF_LOST);
		free();
		superseded = 1
	:: else
	fi
}
#endif

#ifdef SUPERSEDES_NEWER
#define holds_newer(who, id) false
#else
#define holds_newer(who, id) (owner == who && number > id)
#endif

/* ---- acquire.lua ---- */

inline do_acquire(who, id) {
	remember();
	give_up_places();
	find_place(who);
	if
	:: owned_by(who, id) && rest > 0 ->
		check(FORCED, !was_forced(who, id));
		rest = (rest == FOREVER || rest < LEASE -> LEASE : rest);
		reserved = RESERVED;
		answer = granted
	:: owned_by(who, id) && rest == 0 ->
		expire();
		hand_over();
		answer = over
	:: else ->
		expire();
		if
		:: finished[who] >= id || (mine < waiting && queue[mine].number > id) || holds_newer(who, id) ->
			answer = over
		:: else ->
#ifdef SUPERSEDES
			end_older(who, id);
#endif
			find_reachable(mine);
			if
#ifdef NEWCOMER_OVERTAKES
			:: !held ->
#else
			:: !held && ahead == mine ->
#endif
				check(ORDER, ahead == mine);
				if
				:: mine < waiting -> remove(mine); kept[who] = 0
				:: else
				fi;
				own(who, id, LEASE, RESERVED);
				answer = granted
			:: else ->
				if
				:: !held -> grant(ahead)
				:: else
				fi;
				if
				:: way_of(who) == no_way -> answer = refused
				:: else ->
					find_place(who);
					if
					:: mine == waiting -> queue[mine].instance = who; waiting++; waits = waits | (1 << who)
					:: else
					fi;
					queue[mine].number = id;
					kept[who] = KEEP;
					way[who] = way_of(who);
					answer = queued
				fi
			fi
		fi
	fi;
	check_ownership(who, id)
}

/* ---- renew.lua ---- */

inline do_renew(who, id) {
	remember();
	give_up_places();
	if
	:: owned_by(who, id) && rest > 0 ->
		check(FORCED, !was_forced(who, id));
		rest = (rest < LEASE -> LEASE : rest);
		answer = granted
	:: owned_by(who, id) && rest == 0 ->
		expire();
		hand_over();
		answer = over
	:: else ->
		answer = over
	fi;
	check_ownership(who, id)
}

/* ---- release.lua ---- */

/* What a release tells. It counts for the owner only, so what was used after earlier grants need not be known. */
#ifdef USED_NOT_TOLD
#define USED 0
#else
#define USED jvm[who].passes
#endif

#ifdef KEPT_FOR
#define asks_to_keep(who, id) (jvm[who].keeps & (1 << id))
#else
#define KEPT_FOR 0
#define asks_to_keep(who, id) false
#endif

/* The lock has an owner that no acquisition is. */
inline keep_lock(who) {
	end_turn();
#ifndef KEPT_UNDER_ITS_NUMBER
	number = 0;
#endif
	rest = KEPT_FOR;
	keeping = KEPT_FOR
}

inline do_release(who, id) {
	remember();
	give_up_places();
	find_place(who);
	if
#ifdef RELEASE_UNCHECKED
	:: owner != NOBODY ->
#else
	:: owned_by(who, id) ->
#endif
		check(FORCED, !was_forced(who, id));
		if
		:: rest > 0 -> use(USED)
		:: else -> use(USED_IF_LOST)
		fi;
		finish_unless_certain(who, id);
		if
		:: rest > 0 && asks_to_keep(who, id) -> keep_lock(who)
		:: else -> hand_over()
		fi
#ifdef KEPT_AGAIN
	:: owner == who && number == 0 && asks_to_keep(who, id) -> rest = KEPT_FOR
#endif
	:: else ->
		if
		:: mine < waiting && queue[mine].number == id ->
			remove(mine);
			kept[who] = 0;
			expire()
		/* The release of an older acquisition is late, so the place of that one goes. */
		:: mine < waiting && queue[mine].number < id ->
			remove(mine);
			kept[who] = 0
		:: else
		fi;
		finish_unless_certain(who, id);
		if
		:: owner == NOBODY -> hand_over()
		:: else
		fi
	fi;
	spend(who, id);
	check_ownership(who, id)
}

/* ---- requeue.lua ---- */

/* Release the acquisition before this one, and ask for this one. */
inline do_requeue(who, id) {
	previous = id - 1;
#ifdef REQUEUE_BY_INSTANCE
	previous = (owner == who -> number : previous);
#endif
	do_release(who, previous);
	do_acquire(who, id)
#ifdef REQUEUE_KEEPS_PLACE
	; if
	:: answer == queued ->
		queue[mine].instance = queue[0].instance; queue[mine].number = queue[0].number;
		queue[0].instance = who; queue[0].number = id
	:: else
	fi
#endif
}

/* ---- force-release.lua ---- */

#ifdef FORCED_BY_KEY
#define is_seen true
#else
#ifdef FORCED_BY_NUMBER
#define is_seen (owner == seen_owner && number == seen_number)
#else
#define is_seen (owner == seen_owner && number == seen_number && token == seen_token)
#endif
#endif

#ifdef FORCED_BLOCK_LIVES
#define USED_IF_FORCED 0
#else
#define USED_IF_FORCED reserved
#endif

inline do_force() {
	give_up_places();
	if
	:: held && is_seen ->
		printf("acquisition %d of jvm %d is ended by force\n", number, owner);
		check(OWNERSHIP, seen_lasts);
		forced = true;
		keeping = 0;
#ifndef FORCED_UNMARKED
		finish(owner, number);
#endif
		use(USED_IF_FORCED);
		hand_over()
	:: else
	fi
}
