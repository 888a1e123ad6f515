package io.github.lockstarter;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Renders keys and other texts from outside for messages: in one line, with control and
 * other invisible characters escaped as in Java source code, so that a key can't forge
 * lines of a log.
 */
public final class LogText {

	static final int FEW = 5;

	private LogText() {
	}

	/**
	 * Render a text.
	 * @param text any text
	 * @return the same, with what can't be seen escaped
	 */
	public static String of(String text) {
		if (text.codePoints().noneMatch(LogText::isInvisible)) {
			return text;
		}
		StringBuilder shown = new StringBuilder(text.length() + 16);
		text.codePoints().forEach((character) -> append(shown, character));
		return shown.toString();
	}

	/**
	 * Render the beginning of a text.
	 * @param text any text
	 * @param most how many characters of it to show
	 * @return the same as {@link #of(String)} of so much of it, with an ellipsis if there
	 * is more
	 */
	public static String of(String text, int most) {
		return (text.length() > most) ? of(text.substring(0, most)) + "…" : of(text);
	}

	/**
	 * Render several texts, or the first of many.
	 * @param texts any texts
	 * @return each of them, with what can't be seen escaped; of more than five the first
	 * five and how many more there are
	 */
	public static List<String> of(Collection<String> texts) {
		Stream<String> first = texts.stream().limit(FEW).map(LogText::of);
		return ((texts.size() > FEW) ? Stream.concat(first, Stream.of("and " + (texts.size() - FEW) + " more")) : first)
			.toList();
	}

	private static boolean isInvisible(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE ->
				true;
			default -> false;
		};
	}

	private static void append(StringBuilder shown, int character) {
		if (!isInvisible(character)) {
			shown.appendCodePoint(character);
			return;
		}
		switch (character) {
			case '\n' -> shown.append("\\n");
			case '\r' -> shown.append("\\r");
			case '\t' -> shown.append("\\t");
			default -> {
				for (char unit : Character.toChars(character)) {
					shown.append(String.format("\\u%04x", (int) unit));
				}
			}
		}
	}

}
