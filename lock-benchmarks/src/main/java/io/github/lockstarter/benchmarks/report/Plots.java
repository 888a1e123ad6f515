package io.github.lockstarter.benchmarks.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Draws one metric of a scenario: bars if it has one point, else lines over its points.
 */
final class Plots {

	private static final String FORMAT = "svg";

	private static final int WIDTH = 900;

	private static final int HEIGHT = 420;

	private static final double VISIBLE = 0.001;

	private final Summary summary;

	Plots(Summary summary) {
		this.summary = summary;
	}

	void draw(String scenario, String metric, Path file) throws IOException {
		List<String> points = this.summary.points(scenario);
		if (points.size() == 1) {
			ChartEncoder.saveChart(bars(scenario, points.get(0), metric), file.toString(), FORMAT);
		}
		else {
			ChartEncoder.saveChart(lines(scenario, points, metric), file.toString(), FORMAT);
		}
	}

	private HorizontalBarChart bars(String scenario, String point, String metric) {
		List<String> contenders = new ArrayList<>();
		List<Double> values = new ArrayList<>();
		for (String contender : this.summary.contenders(scenario)) {
			this.summary.median(scenario, point, contender, metric).ifPresent((value) -> {
				contenders.add(0, contender);
				values.add(0, value);
			});
		}
		HorizontalBarChart chart = new HorizontalBarChartBuilder().width(WIDTH)
			.height(HEIGHT)
			.xAxisTitle(metric)
			.build();
		chart.getStyler().setLegendVisible(false);
		chart.getStyler().setLabelsVisible(true);
		chart.getStyler().setChartBackgroundColor(Color.WHITE);
		chart.addSeries(metric, values, contenders);
		return chart;
	}

	private CategoryChart lines(String scenario, List<String> points, String metric) {
		CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).yAxisTitle(metric).build();
		chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
		chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
		chart.getStyler().setYAxisLogarithmic(true);
		chart.getStyler().setXAxisLabelRotation((points.size() > 4) ? 45 : 0);
		chart.getStyler().setChartBackgroundColor(Color.WHITE);
		for (String contender : this.summary.contenders(scenario)) {
			List<Double> values = points.stream()
				.map((point) -> this.summary.median(scenario, point, contender, metric).orElse(VISIBLE))
				.map((value) -> Math.max(VISIBLE, value))
				.toList();
			chart.addSeries(contender, points, values);
		}
		return chart;
	}

}
