import { ofInstance, ofStore, Problem } from './endpoint.js';
import { releaseByForce } from './release.js';
import { matches, Table } from './tables.js';
import { count, kind, localTime, moment, span, thread, token, words } from './words.js';

const PAUSE = 5000;

const PAGES = 10;

const HELD = [['Name', (lock) => lock.name || 'none'], ['Key', (lock) => lock.key], ['Kind', kind], ['Thread', thread],
	['Held for', (lock) => span(lock.heldFor)], ['Lease left', (lock) => span(lock.remaining)],
	['Token', (lock) => token(lock.fencingToken)], ['State', (lock) => lock.state.toLowerCase()]];

const WAITING = [['Name', (call) => call.name || 'none'], ['Key', (call) => call.key], ['Kind', kind], ['Thread', thread],
	['Waits for', (call) => span(call.waitedFor)]];

const RECORDED = [['Key', (row) => row.key], ['Kind', ofHolder(kind)], ['Application', (row) => row.holder?.application ?? 'nobody'],
	['Instance', ofHolder((holder) => holder.instance)], ['Thread', ofHolder((holder) => holder.thread)],
	['Since', ofHolder((holder) => localTime(holder.since))], ['Lease left', ofHolder((holder) => span(holder.remaining))],
	['Token', ofHolder((holder) => token(holder.fencingToken))], ['Waiting instances', (row) => row.waiters]];

const ROLES = [['Role', (role) => role.name], ['This instance', (role) => (role.leader ? 'leads' : 'does not lead')]];

const JOBS = [['Job', (job) => job.name], ['Running', (job) => job.running], ['Last run', ofRun((run) => localTime(run.startedAt))],
	['Took', ofRun((run) => span(run.took))], ['Outcome', ofRun((run) => words(run.outcome))], ['Failure', ofRun((run) => run.failure ?? '')],
	['Last skip', (job) => (job.lastSkip ? localTime(job.lastSkip.at) : '')], ['Why skipped', (job) => words(job.lastSkip?.outcome)]];

const element = (id) => document.getElementById(id);

const releasing = (document.documentElement.dataset.forceRelease === 'true')
	? { title: 'Release', isFor: (item) => item.holder !== null, run: (key) => attempt(key) } : null;

const held = new Table(element('held'), HELD, releasing);
const waiting = new Table(element('waiting'), WAITING, null);
const roles = new Table(element('roles'), ROLES, null);
const jobs = new Table(element('jobs'), JOBS, null);
const recorded = new Table(element('recorded'), RECORDED, releasing);

let instance = { held: [], waiting: [], roles: [], jobs: [] };
let store = { rows: [], locks: 0, more: false };
let pages = PAGES;
let paused = false;
let attempting = false;
let running = null;
let timer;

function ofHolder(text) {
	return (row) => (row.holder === null) ? '' : text(row.holder);
}

function ofRun(text) {
	return (job) => (job.lastRun ? text(job.lastRun) : '');
}

function named(item) {
	return { ...item, id: item.name };
}

function rows(locks) {
	return locks.flatMap((lock) => (lock.holders.length > 0 ? lock.holders : [null]).map((holder, index) => ({
		id: JSON.stringify([lock.key, index]), key: lock.key, waiters: lock.waiters, holder,
	}))).sort((one, two) => begin(one) - begin(two) || one.id.localeCompare(two.id));
}

function begin(row) {
	return (row.holder === null) ? Number.MAX_SAFE_INTEGER : moment(row.holder.since);
}

function identified(item) {
	return { ...item, id: JSON.stringify([item.key, item.thread, item.threadId, item.kind, item.fencingToken]) };
}

function show() {
	const query = element('search').value.trim().toLowerCase();
	const chosen = (items, columns) => items.filter((item) => matches(item, columns, query));
	const found = [[held, chosen(instance.held, HELD)], [waiting, chosen(instance.waiting, WAITING)],
		[roles, chosen(instance.roles, ROLES)], [jobs, chosen(instance.jobs, JOBS)],
		[recorded, chosen(store.rows, RECORDED)]];
	found.forEach(([table, items]) => table.show(items));
	element('roles').hidden = instance.roles.length === 0;
	element('jobs').hidden = instance.jobs.length === 0;
	const rows = found.reduce((sum, [, items]) => sum + items.length, 0);
	say(element('found'), (query === '') ? '' : `${count(rows, 'row')} found.`);
	element('more').hidden = !store.more;
}

function say(place, text) {
	if (place.textContent !== text) {
		place.textContent = text;
	}
}

async function update(section, load, counts) {
	const problem = section.querySelector('.problem');
	const summary = section.querySelector('.counts');
	try {
		await load();
		say(problem, '');
		say(summary, counts());
	}
	catch (error) {
		const text = (error instanceof Problem) ? error.message : `This page does not understand the answer: ${error.message}`;
		say(problem, (summary.textContent === '') ? text : `${text} The rows below are those of the last answer.`);
	}
	problem.hidden = problem.textContent === '';
	section.classList.toggle('old', !problem.hidden);
	show();
}

function refresh() {
	clearTimeout(timer);
	running ??= Promise.all([update(element('instance'), async () => {
		const answer = await ofInstance();
		instance = { held: distinct(answer.held.map(identified)), waiting: distinct(answer.waiting.map(identified)),
			roles: answer.roles.map(named), jobs: answer.jobs.map(named) };
	}, () => `${count(instance.held.length, 'lock')} held, ${count(instance.waiting.length, 'call')} waiting.`),
	update(element('store'), async () => {
		const answer = await ofStore(pages);
		store = { rows: rows(answer.locks), locks: answer.locks.length, more: answer.more };
	}, () => `${count(store.locks, 'lock')} on record${store.more ? ' among the records looked at; there are more records' : ''}.`),
	]).finally(() => {
		running = null;
		plan();
	});
	return running;
}

function distinct(items) {
	const seen = new Map();
	return items.map((item) => {
		seen.set(item.id, (seen.get(item.id) ?? 0) + 1);
		return { ...item, id: item.id + seen.get(item.id) };
	});
}

function plan() {
	clearTimeout(timer);
	if (!paused && !document.hidden) {
		timer = setTimeout(refresh, PAUSE);
	}
}

async function attempt(key) {
	if (attempting) {
		return;
	}
	attempting = true;
	const message = element('message');
	try {
		say(message, await releaseByForce(key));
	}
	catch (error) {
		say(message, error.message);
	}
	attempting = false;
	await running;
	await refresh();
}

element('search').addEventListener('input', show);
element('refresh').addEventListener('click', refresh);
element('more').addEventListener('click', () => {
	pages += PAGES;
	refresh();
});
element('pause').addEventListener('click', () => {
	paused = !paused;
	element('pause').setAttribute('aria-pressed', String(paused));
	plan();
});
document.addEventListener('visibilitychange', plan);

// inside another page, a click could be meant for that one
element('framed').hidden = window.top === window.self;
if (window.top === window.self) {
	document.querySelector('main').hidden = false;
	refresh();
}
