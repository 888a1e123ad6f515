import uPlot from "/webjars/uplot/dist/uPlot.esm.js";
import { colour, dark } from "./charts.js";

/** A chart of bars, each with its name below and its number above. */
export class Bars {

  constructor(element, bars) {
    this.element = element;
    this.bars = bars;
    this.draw();
    dark.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.plot.setSize(this.size())).observe(element.parentElement);
  }

  size() {
    return { width: Math.max(240, this.element.parentElement.clientWidth), height: 240 };
  }

  draw() {
    this.plot?.destroy();
    const axis = { stroke: colour("--faint"), ticks: { show: false } };
    const grid = { stroke: colour("--line"), width: 1 };
    this.plot = new uPlot({
      ...this.size(),
      scales: { x: { time: false, range: [-0.5, this.bars.length - 0.5] }, y: { range: (plot, low, high) => [0, Math.max(1, high * 1.15)] } },
      axes: [
        { ...axis, grid: { show: false }, splits: this.bars.map((bar, index) => index), values: () => this.bars.map((bar) => bar.name) },
        { ...axis, grid, size: 60 },
      ],
      series: [{}, ...this.bars.map((bar) => ({
        stroke: colour(bar.colour), fill: colour(bar.colour), points: { show: false }, paths: uPlot.paths.bars({ size: [0.5, 80] }),
      }))],
      legend: { show: false },
      cursor: { show: false },
      hooks: { draw: [(plot) => this.number(plot)] },
    }, [this.bars.map((bar, index) => index), ...this.bars.map((bar, index) => this.bars.map((other, at) => (at === index ? bar.value : null)))],
    this.element);
  }

  number(plot) {
    plot.ctx.save();
    plot.ctx.fillStyle = colour("--text");
    plot.ctx.textAlign = "center";
    plot.ctx.textBaseline = "bottom";
    plot.ctx.font = `600 ${14 * devicePixelRatio}px system-ui, sans-serif`;
    this.bars.forEach((bar, index) => plot.ctx.fillText(bar.text, plot.valToPos(index, "x", true), plot.valToPos(bar.value, "y", true) - 4 * devicePixelRatio));
    plot.ctx.restore();
  }

}
