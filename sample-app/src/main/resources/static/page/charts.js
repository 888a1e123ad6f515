import { KINDS } from "./kinds.js";
import { Plot, axis, colour } from "./plotting.js";

const CURVES = ["unlocked", "locked"];

const curveOf = (point) => (point.kind === "UNLOCKED" ? "unlocked" : "locked");

/** One chart with one or more lines for each curve: dashes tell the curves apart as colours do. */
class Lines {

  constructor(element, values) {
    this.values = values;
    this.curves = { unlocked: [], locked: [] };
    this.plot = new Plot(element, () => this.configuration());
  }

  show(curves) {
    this.curves = curves;
    this.plot.chart.data.datasets = this.lines();
    this.plot.chart.update();
  }

  label(curve) {
    const [point] = this.curves[curve];
    return point ? KINDS[point.kind].label : curve === "locked" ? "with a lock" : KINDS.UNLOCKED.label;
  }

  configuration() {
    return {
      type: "line",
      data: { datasets: this.lines() },
      options: {
        scales: {
          x: { type: "linear", ...axis({ ticks: { callback: (second) => second + " s" } }) },
          y: { beginAtZero: true, suggestedMax: 1, grace: "10%", ...axis({}) },
        },
        interaction: { mode: "nearest", axis: "x", intersect: false },
        plugins: {
          legend: { align: "start", labels: { color: colour("--text"), usePointStyle: true, pointStyle: "line" } },
          tooltip: { callbacks: { title: ([item]) => (item ? item.parsed.x + " s" : ""), label: (item) => `${item.dataset.label}: ${item.dataset.text(item.parsed.y)}` } },
        },
      },
    };
  }

  lines() {
    return CURVES.flatMap((curve) => this.values.map((value) => this.line(curve, value)));
  }

  line(curve, value) {
    return {
      label: [this.label(curve), value.label].filter(Boolean).join(", "),
      data: this.curves[curve].map((point) => ({ x: point.second, y: value.of(point) })),
      text: value.text,
      borderColor: colour(`--${curve}`),
      borderWidth: value.strong ? 3 : 1.5,
      borderDash: curve === "locked" ? [] : [8, 5],
      pointRadius: 0,
      spanGaps: true,
    };
  }

}

const round = (number) => String(Math.round(number));

const tenth = (number) => number.toFixed(1);

/** The curves of the latest storm without a lock, and of the latest with one of any kind. */
export class Charts {

  constructor() {
    this.curves = { unlocked: [], locked: [] };
    this.throughput = new Lines(document.getElementById("throughput"),
      [{ of: (point) => point.ordersPerSecond, text: round, strong: true }]);
    this.waits = new Lines(document.getElementById("waits"), [
      { label: "p50", of: (point) => point.waitP50, text: tenth, strong: true },
      { label: "p99", of: (point) => point.waitP99, text: tenth },
    ]);
  }

  replace(points) {
    this.curves = { unlocked: [], locked: [] };
    points.forEach((point) => this.curves[curveOf(point)].push(point));
    this.show();
  }

  add(point) {
    const curve = this.curves[curveOf(point)];
    if (curve.length > 0 && curve[0].storm !== point.storm) {
      curve.length = 0;
    }
    curve.push(point);
    this.show();
  }

  show() {
    this.throughput.show(this.curves);
    this.waits.show(this.curves);
    this.describe("throughput-text", (point) => `${round(point.ordersPerSecond)} orders per second`);
    this.describe("waits-text", (point) => `half waited up to ${tenth(point.waitP50)} ms, 99 of 100 up to ${tenth(point.waitP99)} ms`);
  }

  describe(id, words) {
    const sentences = CURVES.filter((curve) => this.curves[curve].length > 0).map((curve) => {
      const point = this.curves[curve].at(-1);
      return `Latest, ${KINDS[point.kind].label} after ${round(point.second)} s: ${words(point)}.`;
    });
    document.getElementById(id).textContent = sentences.join(" ") || "No storm was watched yet.";
  }

  /** The points of both curves, those of the latest storm first and in it the latest first. */
  points() {
    return CURVES.flatMap((curve) => this.curves[curve]).sort((a, b) => b.storm - a.storm || b.second - a.second);
  }

}
