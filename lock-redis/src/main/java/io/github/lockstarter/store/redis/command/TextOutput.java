package io.github.lockstarter.store.redis.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

/**
 * The text that a script returns, in ASCII. It is read in place: most of it is numbers,
 * for which no {@code String} is needed.
 */
final class TextOutput extends CommandOutput<String, String, CharSequence> implements CharSequence {

	private static final byte[] NOTHING = {};

	private byte[] text = NOTHING;

	TextOutput() {
		super(StringCodec.UTF8, null);
	}

	@Override
	public void set(@Nullable ByteBuffer bytes) {
		if (bytes != null) {
			this.text = new byte[bytes.remaining()];
			bytes.get(this.text);
			this.output = this;
		}
	}

	@Override
	public int length() {
		return this.text.length;
	}

	@Override
	public char charAt(int index) {
		return (char) this.text[index];
	}

	@Override
	public CharSequence subSequence(int start, int end) {
		return new String(this.text, start, end - start, StandardCharsets.US_ASCII);
	}

	@Override
	public String toString() {
		return new String(this.text, StandardCharsets.US_ASCII);
	}

}
