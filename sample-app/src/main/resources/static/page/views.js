import { KINDS } from "./kinds.js";

const LOCKS = {
  stock: "an order: alone; taking stock: READ, together",
  till: "a receipt: fair, in order of arrival",
  carrier: "a parcel: SEMAPHORE, five at a time",
  account: "a payment: both accounts, or none",
};

const STATES = { IDLE: "waits for a storm", WORKING: "at work", FROZEN: "frozen", DEAD: "killed; started again for the next storm" };

const element = (id) => document.getElementById(id);

function create(name, text, className) {
  const created = document.createElement(name);
  created.textContent = text;
  if (className) {
    created.className = className;
  }
  return created;
}

function row(heading, ...cells) {
  const created = document.createElement("tr");
  const first = create("th", heading);
  first.scope = "row";
  created.append(first, ...cells.map((cell) => (cell instanceof Node ? cell : create("td", cell))));
  return created;
}

function judgement(value, limit) {
  return limit === undefined ? undefined : Math.abs(value) > limit ? "wrong" : "right";
}

export function showStatus({ storm, orders }) {
  const { label } = KINDS[storm.kind];
  const words = {
    STARTING: `Starting the processes of a storm ${label} …`,
    RUNNING: `A storm ${label} is running.`,
    OVER: storm.number === 0 ? "No storm is running. Start one." : `The storm ${label} is over.`,
  };
  setText("status", words[storm.phase]);
  element("progress").max = Math.max(1, orders.placed);
  element("progress").value = orders.workedOff;
  setText("refused", orders.refused);
  setText("rolled-back", orders.rolledBack);
  document.querySelectorAll("#storm-form button").forEach((button) => {
    button.disabled = storm.phase !== "OVER";
  });
}

/** Leaves the text alone if it is the same, so that it is not read out again. */
export function setText(id, text) {
  if (element(id).textContent !== String(text)) {
    element(id).textContent = text;
  }
}

export function showItems(items) {
  element("items").replaceChildren(...items.map((item) => row(item.name, item.initialQuantity, item.quantity,
    item.shipped, create("td", item.oversold, judgement(item.oversold, 0)))));
}

/** A row for each kind: the latest storm of it, or the running one as it goes. */
export function showResults({ storm, orders, items, work }, results) {
  const running = storm.phase === "RUNNING" && {
    ...orders, sideWork: work, oversold: items.reduce((sum, item) => sum + item.oversold, 0),
  };
  element("results").replaceChildren(...Object.entries(KINDS).map(([kind, { name, findings }]) => {
    const live = running && storm.kind === kind;
    const shown = resultRow(live ? `${name} (running)` : name, findings, live ? running : results[kind]);
    shown.dataset.kind = kind;
    return shown;
  }));
}

function resultRow(name, findings, result) {
  if (!result) {
    return row(name, "–", "–", "–", "–", "–");
  }
  const cell = document.createElement("td");
  cell.append(...findings.map(({ label, of, limit }) => create("div", `${label}: ${of(result)}`, judgement(of(result), limit))));
  const number = (value, digits) => (value === undefined ? "–" : value.toFixed(digits));
  return row(name, cell, create("td", result.failed, judgement(result.failed, 0)), number(result.ordersPerSecond, 0),
    number(result.waitP50, 1), number(result.waitP99, 1));
}

function time(instant) {
  return new Date(instant).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 1 });
}

function lines(values) {
  const cell = document.createElement("td");
  values.forEach((value) => cell.append(create("div", value)));
  return cell;
}

export function showLocks(locks) {
  element("locks").replaceChildren(...locks.map((lock) => {
    const shown = row(lock.key, lines(lock.holders.map((holder) => holderText(holder))),
      lines(lock.holders.map((holder) => time(holder.since))),
      lines(lock.holders.map((holder) => `${(holder.remaining / 1000).toFixed(1)} s`)),
      lines(lock.holders.map((holder) => (holder.token === "0" ? "–" : holder.token))),
      `${lock.waiters.length} threads`);
    const about = Object.entries(LOCKS).find(([name]) => lock.key.startsWith(name));
    shown.firstChild.append(document.createElement("br"), create("small", about ? about[1] : ""));
    return shown;
  }));
  showHottest(locks);
}

function holderText(holder) {
  if (holder.instance === "") {
    return "granted a moment ago";
  }
  const kind = holder.token !== "0" ? "" : holder.kind === "null" ? " (shared)" : ` (${holder.kind})`;
  return `${holder.instance}, ${holder.thread}${kind}`;
}

function showHottest(locks) {
  const hottest = locks.reduce((most, lock) => (lock.waiters.length > most.waiters.length ? lock : most));
  const count = hottest.waiters.length;
  element("hot").textContent = count === 0 ? "Nobody waits."
    : `${hottest.key}: ${count} ${count === 1 ? "thread waits" : "threads wait"}, those that have waited longest first.`;
  element("waiters").replaceChildren(...hottest.waiters.map((waiter) => create("li",
    `${waiter.instance}, ${waiter.thread}: ${waiter.millis} ms`)));
}

export function showWorkers({ workers, canFreeze, storm }, strike) {
  const list = element("workers");
  while (list.children.length > workers.length) {
    list.lastChild.remove();
  }
  workers.forEach((worker, index) => {
    const item = list.children[index] ?? list.appendChild(workerItem(worker.number, strike));
    const text = `worker-${worker.number}, process ${worker.pid}: ${STATES[worker.state]}`;
    if (item.firstChild.textContent !== text) {
      item.firstChild.textContent = text;
    }
    const strikable = worker.state === "WORKING" && storm.strikable;
    item.children[1].disabled = !strikable;
    item.children[2].disabled = !strikable || !canFreeze;
  });
  element("no-workers").hidden = workers.length > 0;
}

function workerItem(number, strike) {
  const item = document.createElement("li");
  item.append(create("span", ""), button(`Kill worker-${number}`, () => strike(number, "kill")),
    button(`Freeze worker-${number}`, () => strike(number, "freeze")));
  return item;
}

function button(text, action) {
  const created = create("button", text);
  created.type = "button";
  created.addEventListener("click", action);
  return created;
}

function sentence(blow) {
  const struck = blow.kind === "KILL" ? "killed" : "frozen";
  const held = `in the middle of an order of the ${blow.itemId}, ${blow.token ? `under the lock with token ${blow.token}` : "without a lock"}`;
  const heir = blow.heir ? ` ${blow.heir} took over after ${(blow.millis / 1000).toFixed(1)} s, token ${blow.heirToken}.` : "";
  const resumed = blow.resumed ? ` It went on at ${time(blow.resumed)}${blow.token ? ", and its late write was refused if another was before it" : ", and wrote what it had read before"}.` : "";
  return `${time(blow.at)}: ${blow.worker} was ${struck} ${held}.${heir}${resumed}`;
}

export function showBlows(blows) {
  const list = element("blows");
  const sentences = blows.map(sentence);
  element("no-blows").hidden = blows.length > 0;
  if ([...list.children].map((item) => item.textContent).join("\n") !== sentences.join("\n")) {
    list.replaceChildren(...sentences.map((text) => create("li", text)));
  }
}

export function showPoints(points) {
  element("points").replaceChildren(...points.map((point) => row(KINDS[point.kind].label, Math.round(point.second),
    Math.round(point.ordersPerSecond), point.waitP50.toFixed(1), point.waitP99.toFixed(1))));
}
