package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A page of the documentation, block by block.
 */
final class Page {

	/** How the name of a page in Chinese ends. */
	static final String CHINESE = ".zh-CN.md";

	private static final String FENCE = "```";

	private static final Pattern HEADING = Pattern.compile("#{1,6} .*");

	private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.) .*");

	private final Path path;

	private final List<String> lines;

	private final List<String> anchors = new ArrayList<>();

	private final List<PageBlock> blocks = new ArrayList<>();

	private Page(Path path) throws IOException {
		this.path = path;
		this.lines = Files.readAllLines(path);
	}

	static Page of(Path path) throws IOException {
		Page page = new Page(path);
		page.collectAnchors();
		for (int i = 0; i < page.lines.size();) {
			i = page.take(i);
		}
		return page;
	}

	String name() {
		return this.path.getFileName().toString();
	}

	List<PageBlock> blocks() {
		return List.copyOf(this.blocks);
	}

	private void collectAnchors() {
		boolean code = false;
		for (String line : this.lines) {
			code ^= line.strip().startsWith(FENCE);
			if (!code && HEADING.matcher(line).matches()) {
				String title = line.replaceFirst("#+ ", "").strip().toLowerCase(Locale.ROOT);
				this.anchors.add(title.replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "").replace(' ', '-'));
			}
		}
	}

	/**
	 * Takes the block that begins at a line, and returns the index of the line after it.
	 */
	private int take(int start) {
		String line = this.lines.get(start);
		if (line.isBlank()) {
			return start + 1;
		}
		if (line.strip().startsWith(FENCE)) {
			return takeCode(start, line.strip().substring(FENCE.length()));
		}
		if (HEADING.matcher(line).matches()) {
			add(start, "heading of level " + line.indexOf(' '), Facts.ofText(line, this::target));
			return start + 1;
		}
		if (isRow(line)) {
			List<String> cells = Facts.cells(line);
			add(start, "row of " + cells.size() + " columns", Facts.ofRow(cells, this::target));
			return start + 1;
		}
		int end = start + 1;
		while (end < this.lines.size() && continues(this.lines.get(end))) {
			end++;
		}
		String text = String.join(" ", this.lines.subList(start, end));
		add(start, ITEM.matcher(line).matches() ? "list item" : "paragraph", Facts.ofText(text, this::target));
		return end;
	}

	private int takeCode(int start, String language) {
		int end = start + 1;
		while (end < this.lines.size() && !this.lines.get(end).strip().equals(FENCE)) {
			end++;
		}
		add(start, "block of code (" + language + ")", Facts.ofCode(language, this.lines.subList(start + 1, end)));
		return end + 1;
	}

	private void add(int start, String kind, List<String> facts) {
		this.blocks.add(new PageBlock(start + 1, kind, facts));
	}

	private static boolean isRow(String line) {
		return line.strip().length() > 1 && line.strip().startsWith("|") && line.strip().endsWith("|");
	}

	private static boolean continues(String line) {
		return !line.isBlank() && !line.strip().startsWith(FENCE) && !HEADING.matcher(line).matches() && !isRow(line)
				&& !ITEM.matcher(line).matches();
	}

	/** Where a link leads, whatever the language of heading and page. */
	private String target(String link) {
		if (link.startsWith("#")) {
			int heading = this.anchors.indexOf(link.substring(1));
			return (heading >= 0) ? "heading " + (heading + 1) + " of the page" : link + ", which is no heading";
		}
		boolean translated = link.endsWith(CHINESE) && Files.exists(this.path.resolveSibling(link));
		return translated ? link.replace(CHINESE, ".md") : link;
	}

}
