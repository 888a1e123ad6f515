package io.github.lockstarter.store.record;

import java.util.List;

/**
 * Reads one line of a record, field by field. Not thread-safe.
 */
final class RecordReader {

	private final List<String> fields;

	private final long micros;

	private final long millis;

	private int next;

	RecordReader(String line, long micros) {
		this.fields = List.of(line.split(" ", -1));
		this.micros = micros;
		this.millis = Math.floorDiv(micros, 1000);
	}

	String word() {
		return FieldCodec.decode(this.fields.get(this.next++));
	}

	long number() {
		return Long.parseLong(this.fields.get(this.next++));
	}

	int count() {
		return Math.toIntExact(number());
	}

	long millis() {
		return this.millis + number();
	}

	long micros() {
		return this.micros + number();
	}

	/** Whether the line has no further field. */
	boolean isAtEnd() {
		return this.next >= this.fields.size();
	}

}
