import { Bars } from "./bars.js";

const LABELS = { UNLOCKED: "without a lock", ALL: "with @DistributedLock" };

const COLOURS = { UNLOCKED: "--unlocked", ALL: "--locked" };

const NAMES = { UNLOCKED: "without a lock", ALL: "@DistributedLock" };

const SHORT_NAMES = { UNLOCKED: "without", ALL: "locked" };

const tenth = (number) => number.toFixed(1);

const round = (number) => String(Math.round(number));

const element = (id) => document.getElementById(id);

function show(run) {
  const { orders, failed } = run.reduce((sum, result) => ({ orders: Math.max(sum.orders, result.placed), failed: sum.failed + result.failed }),
    { orders: 0, failed: 0 });
  element("status").textContent = `${orders} orders, placed once without the lock and once with it; ${failed} deliveries failed.`;
  plot("twice", run, [["", (result) => result.processedTwice, round]]);
  plot("oversold", run, [["", (result) => result.oversold, round]]);
  plot("throughput", run, [["", (result) => result.ordersPerSecond, round]]);
  plot("waits", run, [["p50", (result) => result.waitP50, tenth], ["p99", (result) => result.waitP99, tenth]]);
}

function plot(id, run, values) {
  const bars = values.flatMap(([label, of, text]) => run.map((result) => ({
    name: label ? `${label} ${SHORT_NAMES[result.kind]}` : NAMES[result.kind],
    colour: COLOURS[result.kind], value: of(result), text: text(of(result)),
  })));
  new Bars(element(id), bars);
  element(`${id}-text`).textContent = run.map((result) => `${LABELS[result.kind]}: `
    + values.map(([label, of, text]) => `${label} ${text(of(result))}`.trim()).join(", ")).join("; ") + ".";
}

async function load() {
  const response = await fetch("/run");
  const run = await response.json();
  if (run.length > 0) {
    show(run);
  }
  else {
    element("status").textContent = "There is no run yet: it is under way, or was not asked for.";
    setTimeout(load, 1000);
  }
}

load().catch(() => {
  element("status").textContent = "The server does not answer. Reload this page when it runs.";
});
