import uPlot from "/webjars/uplot/dist/uPlot.esm.js";
import { KINDS } from "./kinds.js";

const CURVES = ["unlocked", "locked"];

const curveOf = (point) => (point.kind === "UNLOCKED" ? "unlocked" : "locked");

export const dark = matchMedia("(prefers-color-scheme: dark)");

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** One chart with one or more lines for each curve: dashes tell the curves apart as colours do. */
class Chart {

  constructor(element, values) {
    this.element = element;
    this.values = values;
    this.curves = { unlocked: [], locked: [] };
    this.draw();
    dark.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.plot.setSize(this.size())).observe(element.parentElement);
  }

  show(curves) {
    this.curves = curves;
    const label = this.label("locked");
    if (label === this.lockedLabel) {
      this.plot.setData(this.data());
    }
    else {
      this.draw();
    }
  }

  size() {
    return { width: Math.max(240, this.element.parentElement.clientWidth), height: 240 };
  }

  label(curve) {
    const [point] = this.curves[curve];
    return point ? KINDS[point.kind].label : curve === "locked" ? "with a lock" : KINDS.UNLOCKED.label;
  }

  draw() {
    this.plot?.destroy();
    this.lockedLabel = this.label("locked");
    const axis = { stroke: colour("--faint"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
    this.plot = new uPlot({
      ...this.size(),
      scales: { x: { time: false }, y: { range: (plot, low, high) => [0, Math.max(1, high * 1.1)] } },
      axes: [{ ...axis, values: (plot, marks) => marks.map((mark) => mark + " s") }, { ...axis, size: 60 }],
      series: [{ label: "Second" }, ...CURVES.flatMap((curve) => this.values.map((value) => this.line(curve, value)))],
      cursor: { drag: { x: false, y: false } },
    }, this.data(), this.element);
  }

  line(curve, value) {
    return {
      label: [this.label(curve), value.label].filter(Boolean).join(", "),
      stroke: colour(`--${curve}`),
      width: value.strong ? 3 : 1.5,
      dash: curve === "locked" ? undefined : [8, 5],
      points: { show: false },
      spanGaps: true,
      value: (plot, number) => (number == null ? "–" : value.text(number)),
    };
  }

  data() {
    return uPlot.join(CURVES.map((curve) => [
      this.curves[curve].map((point) => point.second),
      ...this.values.map((value) => this.curves[curve].map(value.of)),
    ]));
  }

}

const round = (number) => String(Math.round(number));

const tenth = (number) => number.toFixed(1);

/** The curves of the latest storm without a lock, and of the latest with one of any kind. */
export class Charts {

  constructor() {
    this.curves = { unlocked: [], locked: [] };
    this.throughput = new Chart(document.getElementById("throughput"),
      [{ of: (point) => point.ordersPerSecond, text: round, strong: true }]);
    this.waits = new Chart(document.getElementById("waits"), [
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
