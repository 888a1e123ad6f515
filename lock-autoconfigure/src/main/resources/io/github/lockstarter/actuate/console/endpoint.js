const LOCKS = new URL(document.documentElement.dataset.locks, document.baseURI);

const RECORDS = 500;

const MEANINGS = {
	400: 'The application does not understand the request (400).',
	401: 'You are not signed in (401). Reload this page to sign in.',
	403: 'This is forbidden (403): you have no right to it, or the application expects a token against forged requests.',
	404: "There is no endpoint 'locks' for you here (404): it has to be exposed like this page.",
	405: 'The endpoint may only be read (405).',
	409: 'The lock has changed hands (409).',
	503: 'The store of the locks is unavailable (503).',
};

/** A failure, explained in a sentence. */
export class Problem extends Error {
}

export function ofInstance() {
	return ask(LOCKS);
}

/** The locks on record, and whether there are more than those on so many pages. */
export async function ofStore(pages) {
	const locks = new Map();
	let cursor = null;
	for (let page = 0; page < pages && (page === 0 || cursor != null); page++) {
		const address = new URL(LOCKS);
		address.searchParams.set('scope', 'store');
		address.searchParams.set('count', RECORDS);
		if (cursor != null) {
			address.searchParams.set('cursor', cursor);
		}
		const answer = await ask(address);
		answer.locks.forEach((lock) => locks.set(lock.key, lock));
		cursor = answer.next;
	}
	return { locks: [...locks.values()], more: cursor != null };
}

/** A lock, read from the address that releases it: an address can't contain all keys. */
export async function inspect(key) {
	const lock = await ask(addressOf(key));
	if (lock.key !== key) {
		throw new Problem('The address of the endpoint can’t name this key: nothing was released.');
	}
	return lock;
}

/** Take a lock from the holder that has this token, and from no other. */
export function release(key, token) {
	const address = addressOf(key);
	address.searchParams.set('token', token);
	return ask(address, 'DELETE');
}

function addressOf(key) {
	const address = new URL(LOCKS);
	address.pathname += '/' + key.split('/').map(encodeURIComponent).join('/');
	return address;
}

async function ask(address, method = 'GET') {
	let answer;
	let body;
	try {
		answer = await fetch(address, { method, headers: headers(method), cache: 'no-store', signal: AbortSignal.timeout(10000) });
		body = await answer.text();
	}
	catch {
		throw new Problem((method === 'GET') ? 'The application does not answer.'
				: 'The application did not answer: whether the lock was released is unknown.');
	}
	const content = parse(body);
	if (!answer.ok) {
		throw new Problem([MEANINGS[answer.status] ?? `The application answered with status ${answer.status}.`,
				content?.message].filter(Boolean).join(' '));
	}
	if (content == null) {
		throw new Problem('The application answered with something other than locks. Reload this page if you have to sign in again.');
	}
	return content;
}

function headers(method) {
	const token = document.cookie.split('; ').find((cookie) => cookie.startsWith('XSRF-TOKEN='));
	return { Accept: 'application/json',
		...(method !== 'GET' && token) && { 'X-XSRF-TOKEN': decodeURIComponent(token.slice('XSRF-TOKEN='.length)) } };
}

function parse(body) {
	try {
		return JSON.parse(body);
	}
	catch {
		return null;
	}
}
