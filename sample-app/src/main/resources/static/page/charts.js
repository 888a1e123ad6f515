import uPlot from "/webjars/uplot/dist/uPlot.esm.js";

export const LABELS = { UNLOCKED: "without a lock", ALL: "with @DistributedLock" };

const KINDS = ["UNLOCKED", "ALL"];

export const dark = matchMedia("(prefers-color-scheme: dark)");

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** One chart with one or more lines for each kind: dashes tell the kinds apart as colours do. */
class Chart {

  constructor(element, values) {
    this.element = element;
    this.values = values;
    this.curves = { UNLOCKED: [], ALL: [] };
    this.draw();
    dark.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.plot.setSize(this.size())).observe(element.parentElement);
  }

  show(curves) {
    this.curves = curves;
    this.plot.setData(this.data());
  }

  size() {
    return { width: Math.max(240, this.element.parentElement.clientWidth), height: 240 };
  }

  draw() {
    this.plot?.destroy();
    const axis = { stroke: colour("--faint"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
    this.plot = new uPlot({
      ...this.size(),
      scales: { x: { time: false }, y: { range: (plot, low, high) => [0, Math.max(1, high * 1.1)] } },
      axes: [{ ...axis, values: (plot, marks) => marks.map((mark) => mark + " s") }, { ...axis, size: 60 }],
      series: [{ label: "Second" }, ...KINDS.flatMap((kind) => this.values.map((value) => this.line(kind, value)))],
      cursor: { drag: { x: false, y: false } },
    }, this.data(), this.element);
  }

  line(kind, value) {
    return {
      label: [LABELS[kind], value.label].filter(Boolean).join(", "),
      stroke: colour(kind === "ALL" ? "--locked" : "--unlocked"),
      width: value.strong ? 3 : 1.5,
      dash: kind === "ALL" ? undefined : [8, 5],
      points: { show: false },
      spanGaps: true,
      value: (plot, number) => (number == null ? "–" : value.text(number)),
    };
  }

  data() {
    return uPlot.join(KINDS.map((kind) => [
      this.curves[kind].map((point) => point.second),
      ...this.values.map((value) => this.curves[kind].map(value.of)),
    ]));
  }

}

const round = (number) => String(Math.round(number));

const tenth = (number) => number.toFixed(1);

export class Charts {

  constructor() {
    this.curves = { UNLOCKED: [], ALL: [] };
    this.throughput = new Chart(document.getElementById("throughput"),
      [{ of: (point) => point.ordersPerSecond, text: round, strong: true }]);
    this.waits = new Chart(document.getElementById("waits"), [
      { label: "p50", of: (point) => point.waitP50, text: tenth, strong: true },
      { label: "p99", of: (point) => point.waitP99, text: tenth },
    ]);
  }

  replace(points) {
    this.curves = { UNLOCKED: [], ALL: [] };
    points.forEach((point) => this.curves[point.kind]?.push(point));
    this.show();
  }

  add(point) {
    const curve = this.curves[point.kind] ?? [];
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
    const sentences = KINDS.filter((kind) => this.curves[kind].length > 0).map((kind) => {
      const point = this.curves[kind].at(-1);
      return `Latest, ${LABELS[kind]} after ${round(point.second)} s: ${words(point)}.`;
    });
    document.getElementById(id).textContent = sentences.join(" ") || "No storm was watched yet.";
  }

  /** The points of both curves, those of the latest storm first and in it the latest first. */
  points() {
    return KINDS.flatMap((kind) => this.curves[kind]).sort((a, b) => b.storm - a.storm || b.second - a.second);
  }

}
