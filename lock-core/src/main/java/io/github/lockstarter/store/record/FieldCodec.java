package io.github.lockstarter.store.record;

/**
 * Converts texts to fields of a line, and back: without characters that end a field, or
 * that a database can't store.
 */
final class FieldCodec {

	private FieldCodec() {
	}

	static String encode(String word) {
		StringBuilder encoded = new StringBuilder(word.length());
		for (int i = 0; i < word.length(); i++) {
			char character = word.charAt(i);
			if (character <= ' ' || character == '%' || Character.isSurrogate(character)) {
				encoded.append('%').append(String.format("%04x", (int) character));
			}
			else {
				encoded.append(character);
			}
		}
		return encoded.toString();
	}

	static String decode(String field) {
		StringBuilder word = new StringBuilder(field.length());
		for (int i = 0; i < field.length(); i++) {
			char character = field.charAt(i);
			if (character == '%') {
				word.append((char) Integer.parseInt(field, i + 1, i + 5, 16));
				i += 4;
			}
			else {
				word.append(character);
			}
		}
		return word.toString();
	}

}
