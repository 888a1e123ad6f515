const KINDS = { MUTEX: 'mutex', READ: 'read', SEMAPHORE: 'semaphore' };

const UNITS = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];

/** Milliseconds of a duration in ISO 8601, or of a number of seconds. */
export function millis(duration) {
	if (typeof duration === 'number') {
		return duration * 1000;
	}
	const parts = /^P(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(duration) ?? [];
	const [days, hours, minutes, seconds] = [1, 2, 3, 4].map((part) => Number(parts[part] ?? 0));
	return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** A duration in its two largest units. */
export function span(duration) {
	const time = Math.max(millis(duration), 0);
	if (time < 60000) {
		return (time < 1000) ? `${Math.round(time)} ms` : `${(Math.floor(time / 100) / 10).toFixed(1)} s`;
	}
	let rest = Math.floor(time / 1000);
	const first = UNITS.findIndex(([, seconds]) => rest >= seconds);
	return UNITS.slice(first, first + 2).map(([unit, seconds]) => {
		const count = Math.floor(rest / seconds);
		rest %= seconds;
		return `${count} ${unit}`;
	}).join(' ');
}

/** Milliseconds since 1970 of a moment in ISO 8601, or of a number of seconds. */
export function moment(instant) {
	return (typeof instant === 'number') ? instant * 1000 : Date.parse(instant);
}

export function localTime(instant) {
	return new Date(moment(instant)).toLocaleString();
}

export function kind(lock) {
	const name = KINDS[lock.kind] ?? 'shared';
	return (lock.permits > 0 && lock.kind !== 'READ') ? `${name}, ${count(lock.permits, 'permit')}` : name;
}

export function token(fencingToken) {
	return (fencingToken > 0) ? String(fencingToken) : 'none';
}

export function thread(call) {
	return (call.thread == null) ? 'none' : `${call.thread} (${call.threadId})`;
}

/** A constant's name as words; nothing if there is none. */
export function words(constant) {
	return (constant ?? '').toLowerCase().replaceAll('_', ' ');
}

export function count(number, noun) {
	return `${number} ${noun}${(number === 1) ? '' : 's'}`;
}

/** A text in which no character is invisible or turns the others around. */
export function printable(text) {
	return String(text).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu,
			(character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}
