package io.github.lockstarter.aop;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a key as it is written.
 *
 * @param kind its kind
 * @param source its source, with its delimiters
 */
record KeySegment(Kind kind, String source) {

	/**
	 * The text between the delimiters.
	 */
	String content() {
		return (this.kind == Kind.TEXT) ? this.source : this.source.substring(2, this.source.length() - 1);
	}

	/**
	 * Split a key into its pieces.
	 * @throws IllegalArgumentException if an expression or placeholder does not end, with
	 * a message that says what the key lacks
	 */
	static List<KeySegment> split(String key) {
		List<KeySegment> segments = new ArrayList<>();
		int start = 0;
		int position = 0;
		while (position < key.length()) {
			Kind kind = kindAt(key, position);
			if (kind == Kind.TEXT) {
				position++;
				continue;
			}
			int end = end(key, position + 2, kind);
			addText(segments, key, start, position);
			segments.add(new KeySegment(kind, key.substring(position, end)));
			start = end;
			position = end;
		}
		addText(segments, key, start, key.length());
		return segments;
	}

	private static void addText(List<KeySegment> segments, String key, int start, int end) {
		if (start < end) {
			segments.add(new KeySegment(Kind.TEXT, key.substring(start, end)));
		}
	}

	private static Kind kindAt(String key, int position) {
		if (key.startsWith("#{", position)) {
			return Kind.EXPRESSION;
		}
		return key.startsWith("${", position) ? Kind.PLACEHOLDER : Kind.TEXT;
	}

	private static int end(String key, int from, Kind kind) {
		int depth = 1;
		char quote = 0;
		for (int position = from; position < key.length(); position++) {
			char current = key.charAt(position);
			if (quote != 0) {
				quote = (current == quote) ? 0 : quote;
			}
			else if (kind == Kind.EXPRESSION && (current == '\'' || current == '"')) {
				quote = current;
			}
			else if (current == '{') {
				depth++;
			}
			else if (current == '}' && --depth == 0) {
				return position + 1;
			}
		}
		String part = key.substring(from - 2);
		throw new IllegalArgumentException((part.equals(key) ? "" : "has the part '" + part + "', which ")
				+ ((quote != 0) ? "lacks a second " + quote : "lacks a '}'"));
	}

	enum Kind {

		TEXT, EXPRESSION, PLACEHOLDER

	}

}
