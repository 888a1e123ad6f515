import { Plot, axis, colour } from "./plotting.js";

/** A chart of bars, each with its name below and its number above. */
export class Bars {

  constructor(element, bars) {
    this.bars = bars;
    this.plot = new Plot(element, () => this.configuration());
  }

  configuration() {
    return {
      type: "bar",
      data: {
        labels: this.bars.map((bar) => bar.name),
        datasets: [{
          data: this.bars.map((bar) => bar.value),
          backgroundColor: this.bars.map((bar) => colour(bar.colour)),
          maxBarThickness: 80,
        }],
      },
      options: {
        scales: { x: axis({ grid: { display: false } }), y: { beginAtZero: true, suggestedMax: 1, grace: "15%", ...axis({}) } },
        events: [],
        plugins: { legend: { display: false } },
      },
      plugins: [{ id: "numbers", afterDatasetsDraw: (chart) => this.number(chart) }],
    };
  }

  number(chart) {
    chart.ctx.save();
    chart.ctx.fillStyle = colour("--text");
    chart.ctx.textAlign = "center";
    chart.ctx.textBaseline = "bottom";
    chart.ctx.font = "600 14px system-ui, sans-serif";
    chart.getDatasetMeta(0).data.forEach((bar, index) => chart.ctx.fillText(this.bars[index].text, bar.x, bar.y - 4));
    chart.ctx.restore();
  }

}
