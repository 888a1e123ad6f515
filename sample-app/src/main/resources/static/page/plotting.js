import "/webjars/chart.js/dist/chart.umd.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A chart that fills an element, and is drawn anew when the colours change. */
export class Plot {

  constructor(element, configure) {
    this.canvas = element.appendChild(document.createElement("canvas"));
    this.configure = configure;
    this.draw();
    dark.addEventListener("change", () => this.draw());
  }

  draw() {
    this.chart?.destroy();
    const { options, ...rest } = this.configure();
    this.chart = new globalThis.Chart(this.canvas, { ...rest, options: { animation: false, maintainAspectRatio: false, ...options } });
  }

}

export function axis(options) {
  return { ticks: { color: colour("--faint"), ...options.ticks }, border: { color: colour("--line") }, grid: { color: colour("--line"), ...options.grid } };
}
