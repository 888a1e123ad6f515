package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A block of Java in a page.
 *
 * @param page the name of the page
 * @param line the number of its first line
 * @param code what it says
 */
record JavaBlock(String page, int line, String code) {

	/**
	 * A comment in the line above a block that can't be compiled, with the reason.
	 */
	private static final String NOT_COMPILED = "<!-- not compiled: ";

	/**
	 * The blocks of a page that are to be compiled.
	 */
	static List<JavaBlock> of(Path root, Path page) throws IOException {
		List<JavaBlock> blocks = new ArrayList<>();
		List<String> lines = Files.readAllLines(page);
		for (int i = 0; i < lines.size(); i++) {
			if (lines.get(i).strip().equals("```java") && (i == 0 || !lines.get(i - 1).startsWith(NOT_COMPILED))) {
				List<String> code = lines.subList(i + 1, lines.size())
					.stream()
					.takeWhile((line) -> !line.strip().equals("```"))
					.toList();
				blocks.add(new JavaBlock(root.relativize(page).toString(), i + 2, String.join("\n", code)));
			}
		}
		return blocks;
	}

}
