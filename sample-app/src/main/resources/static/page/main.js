import { Charts } from "./charts.js";
import { KINDS } from "./kinds.js";
import { setText, showBlows, showItems, showLocks, showPoints, showResults, showStatus, showWorkers } from "./views.js";

const charts = new Charts();

const kind = document.getElementById("kind");

const details = document.querySelector("details");

let results = {};

let latest;

async function post(path) {
  setText("message", "");
  try {
    const response = await fetch(path, { method: "POST" });
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      setText("message", problem.detail ?? `The server answered ${response.status}.`);
    }
  }
  catch (failure) {
    setText("message", "The server does not answer.");
  }
}

function about() {
  setText("about", KINDS[kind.value].about);
}

kind.append(...Object.entries(KINDS).map(([value, { name }]) => new Option(name, value, value === "MUTEX", value === "MUTEX")));
kind.addEventListener("change", about);
about();

document.getElementById("storm-form").addEventListener("submit", (event) => {
  event.preventDefault();
  document.querySelectorAll("#storm-form button").forEach((button) => {
    button.disabled = true;
  });
  post(`/storms?kind=${KINDS[kind.value].parameter}&orders=${document.getElementById("orders").value}`);
});

function show(snapshot) {
  latest = snapshot;
  showStatus(snapshot);
  showItems(snapshot.items);
  showResults(snapshot, results);
  showWorkers(snapshot, (number, action) => post(`/workers/${number}/${action}`));
  showBlows(snapshot.blows);
  showLocks(snapshot.locks);
}

function showTable() {
  if (details.open) {
    showPoints(charts.points());
  }
}

details.addEventListener("toggle", showTable);

const events = new EventSource("/live");

function on(name, action) {
  events.addEventListener(name, (event) => action(JSON.parse(event.data)));
}

on("charts", (points) => {
  charts.replace(points);
  showTable();
});
on("point", (point) => {
  charts.add(point);
  showTable();
});
on("results", (news) => {
  results = news;
  if (latest) {
    showResults(latest, results);
  }
});
on("snapshot", show);
events.addEventListener("error", () => setText("status", "The connection is lost; trying again …"));
