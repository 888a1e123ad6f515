package io.github.lockstarter.documentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a page says in every language alike.
 */
final class Facts {

	private static final Pattern FACT = Pattern.compile("""
			\\]\\((?<link>[^)\\s]+)[^)]*\\)\
			|(?:src|srcset|href)="(?<attribute>[^"]+)"\
			|`[^`]+`\
			|\\d+(?:[.,]\\d+)*""");

	private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

	private static final Pattern SLASHES = Pattern.compile("(?:^|\\s)//.*");

	private static final Pattern HASH = Pattern.compile("(?:^|\\s)#.*");

	private static final Pattern DASHES = Pattern.compile("(?:^|\\s)--\\s.*");

	private static final Pattern MARKUP = Pattern.compile("<!--.*?-->");

	private static final Map<String, Pattern> COMMENTS = Map.of("java", SLASHES, "kotlin", SLASHES, "kts", SLASHES,
			"yaml", HASH, "properties", HASH, "sh", HASH, "sql", DASHES, "xml", MARKUP);

	private Facts() {
	}

	/**
	 * The lines of a block of code, without comments and what they leave blank.
	 */
	static List<String> ofCode(String language, List<String> lines) {
		Pattern comment = COMMENTS.get(language);
		return lines.stream()
			.map((line) -> (comment != null) ? comment.matcher(line).replaceAll("") : line)
			.map(String::stripTrailing)
			.filter((line) -> !line.isEmpty())
			.toList();
	}

	/**
	 * The links of a text in their order, and its code and numbers in any.
	 */
	static List<String> ofText(String text, UnaryOperator<String> links) {
		List<String> facts = new ArrayList<>();
		List<String> others = new ArrayList<>();
		FACT.matcher(text).results().forEach((match) -> {
			String target = target(match);
			if (target.isEmpty()) {
				others.add(match.group());
			}
			else {
				facts.add("link to " + links.apply(target));
			}
		});
		others.stream().sorted().forEach(facts::add);
		return facts;
	}

	private static String target(MatchResult match) {
		for (int group = 1; group <= match.groupCount(); group++) {
			if (match.group(group) != null) {
				return match.group(group);
			}
		}
		return "";
	}

	/**
	 * The facts of each cell, with the number of the column.
	 */
	static List<String> ofRow(List<String> cells, UnaryOperator<String> links) {
		List<String> facts = new ArrayList<>();
		for (int i = 0; i < cells.size(); i++) {
			String column = " in column " + (i + 1);
			ofText(cells.get(i), links).forEach((fact) -> facts.add(fact + column));
		}
		return facts;
	}

	static List<String> cells(String row) {
		List<String> cells = List.of(CELL_END.split(row.strip(), -1));
		return cells.subList(1, cells.size() - 1);
	}

}
