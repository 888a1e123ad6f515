package io.github.lockstarter.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * Draws one metric of a scenario: bars if it has one point, else lines over its points.
 */
final class Plots {

	/** Text in the default font does not name it. */
	private static final String DEFAULT_FONT = "<svg font-family=\"sans-serif\" font-size=\"12px\" ";

	private static final int WIDTH = 900;

	private static final int HEIGHT = 420;

	private static final int MANY_POINTS = 6;

	private final Summary summary;

	Plots(Summary summary) {
		this.summary = summary;
	}

	void draw(String scenario, String metric, Path file) throws IOException {
		boolean single = this.summary.points(scenario).size() == 1;
		JFreeChart chart = single ? bars(scenario, metric) : lines(scenario, metric);
		chart.getCategoryPlot().setBackgroundPaint(Color.WHITE);
		chart.getCategoryPlot().setRangeGridlinePaint(Color.LIGHT_GRAY);
		VectorGraphics2D graphics = new VectorGraphics2D();
		chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
		ByteArrayOutputStream svg = new ByteArrayOutputStream();
		new SVGProcessor().getDocument(graphics.getCommands(), new PageSize(WIDTH, HEIGHT)).writeTo(svg);
		Files.writeString(file, svg.toString(StandardCharsets.UTF_8).replace("<svg ", DEFAULT_FONT));
	}

	private JFreeChart bars(String scenario, String metric) {
		DefaultCategoryDataset data = new DefaultCategoryDataset();
		String point = this.summary.points(scenario).get(0);
		for (String contender : this.summary.contenders(scenario)) {
			this.summary.median(scenario, point, contender, metric)
				.ifPresent((value) -> data.addValue(value, metric, contender));
		}
		JFreeChart chart = ChartFactory.createBarChart(null, null, metric, data, PlotOrientation.HORIZONTAL, false,
				false, false);
		BarRenderer renderer = (BarRenderer) chart.getCategoryPlot().getRenderer();
		renderer.setBarPainter(new StandardBarPainter());
		renderer.setShadowVisible(false);
		return chart;
	}

	private JFreeChart lines(String scenario, String metric) {
		DefaultCategoryDataset data = new DefaultCategoryDataset();
		List<String> points = this.summary.points(scenario);
		for (String contender : this.summary.contenders(scenario)) {
			for (String point : points) {
				this.summary.median(scenario, point, contender, metric)
					.ifPresent((value) -> data.addValue(value, contender, point));
			}
		}
		JFreeChart chart = ChartFactory.createLineChart(null, null, metric, data);
		CategoryPlot plot = chart.getCategoryPlot();
		LogarithmicAxis axis = new LogarithmicAxis(metric);
		axis.setStrictValuesFlag(false);
		axis.setExpTickLabelsFlag(false);
		plot.setRangeAxis(axis);
		if (points.size() > MANY_POINTS) {
			plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.UP_45);
		}
		LineAndShapeRenderer renderer = (LineAndShapeRenderer) plot.getRenderer();
		renderer.setDefaultShapesVisible(true);
		renderer.setAutoPopulateSeriesStroke(false);
		renderer.setDefaultStroke(new BasicStroke(2));
		return chart;
	}

}
