import { inspect, Problem, release } from './endpoint.js';
import { localTime, printable, token } from './words.js';

const dialog = document.getElementById('release');

/** Take a lock from the holder that the operator has confirmed, and from no other. */
export async function releaseByForce(key) {
	const seen = await inspect(key);
	if (!seen.held) {
		return `Nobody holds '${printable(key)}' any more.`;
	}
	if (!await confirm(seen)) {
		return 'Nothing was released.';
	}
	// shares have no token that tells them apart
	if (!(seen.holder.fencingToken > 0) && describe(await inspect(key)) !== describe(seen)) {
		throw new Problem(`'${printable(key)}' has other holders now: nothing was released.`);
	}
	const result = await release(key, seen.holder.fencingToken);
	return `'${printable(result.key)}': ${result.message}`;
}

function confirm(lock) {
	document.getElementById('release-key').textContent = printable(lock.key);
	document.getElementById('release-holders').replaceChildren(...lock.holders.map((holder) => {
		const item = document.createElement('li');
		item.textContent = printable(`${holder.application}, instance ${holder.instance}, thread ${holder.thread}, since `
				+ `${localTime(holder.since)}, token ${token(holder.fencingToken)}`);
		return item;
	}));
	return new Promise((resolve) => {
		const end = new AbortController();
		const answer = (confirmed) => () => {
			end.abort();
			dialog.close();
			resolve(confirmed);
		};
		const listen = (id, confirmed) => document.getElementById(id)
			.addEventListener('click', answer(confirmed), { signal: end.signal });
		listen('release-cancel', false);
		listen('release-confirm', true);
		dialog.addEventListener('cancel', answer(false), { signal: end.signal });
		dialog.showModal();
	});
}

function describe(lock) {
	return JSON.stringify(lock.holders.map(({ instance, thread, since, fencingToken }) => [instance, thread, since, fencingToken]));
}
