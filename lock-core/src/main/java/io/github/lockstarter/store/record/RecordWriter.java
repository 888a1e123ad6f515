package io.github.lockstarter.store.record;

/**
 * Writes a record as lines of fields. Times are written relative to one moment, so that
 * the text does not depend on it. Not thread-safe.
 */
final class RecordWriter {

	private final StringBuilder text = new StringBuilder();

	private final long micros;

	private final long millis;

	RecordWriter(long micros) {
		this.micros = micros;
		this.millis = Math.floorDiv(micros, 1000);
	}

	RecordWriter line(String kind) {
		if (!this.text.isEmpty()) {
			this.text.append('\n');
		}
		this.text.append(kind);
		return this;
	}

	RecordWriter word(String word) {
		this.text.append(' ').append(FieldCodec.encode(word));
		return this;
	}

	RecordWriter number(long number) {
		this.text.append(' ').append(number);
		return this;
	}

	RecordWriter millis(long moment) {
		return number(moment - this.millis);
	}

	RecordWriter micros(long moment) {
		return number(moment - this.micros);
	}

	@Override
	public String toString() {
		return this.text.toString();
	}

}
