package io.github.lockstarter.faults.proxy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of RESP frame by frame.
 */
final class RespReader {

	private final InputStream input;

	RespReader(InputStream input) {
		this.input = new BufferedInputStream(input);
	}

	/**
	 * Read the next frame.
	 * @return the frame, or {@code null} at the end of the stream
	 */
	@Nullable RespFrame next() throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		List<String> words = new ArrayList<>();
		int type = this.input.read();
		if (type < 0) {
			return null;
		}
		read(type, bytes, words);
		return new RespFrame((char) type, words, bytes.toByteArray());
	}

	private void read(int type, ByteArrayOutputStream bytes, List<String> words) throws IOException {
		bytes.write(type);
		String line = line(bytes);
		switch (type) {
			case '$', '=', '!' -> bulk(Integer.parseInt(line), bytes, words);
			case '*', '~', '>' -> elements(Integer.parseInt(line), bytes, words);
			case '%' -> elements(2 * Integer.parseInt(line), bytes, words);
			case '|' -> elements(2 * Integer.parseInt(line) + 1, bytes, words);
			case '+', '-', ':', ',', '#', '_', '(' -> words.add(line);
			default -> throw new IOException("Not RESP: '" + (char) type + line + "'");
		}
	}

	private void elements(int count, ByteArrayOutputStream bytes, List<String> words) throws IOException {
		for (int i = 0; i < count; i++) {
			read(byteOf(this.input.read()), bytes, words);
		}
	}

	private void bulk(int length, ByteArrayOutputStream bytes, List<String> words) throws IOException {
		if (length >= 0) {
			byte[] content = this.input.readNBytes(length + 2);
			if (content.length < length + 2) {
				throw new EOFException();
			}
			bytes.write(content);
			words.add(new String(content, 0, length, StandardCharsets.UTF_8));
		}
	}

	private String line(ByteArrayOutputStream bytes) throws IOException {
		StringBuilder line = new StringBuilder();
		int next = byteOf(this.input.read());
		while (next != '\r') {
			bytes.write(next);
			line.append((char) next);
			next = byteOf(this.input.read());
		}
		bytes.write(next);
		bytes.write(byteOf(this.input.read()));
		return line.toString();
	}

	private static int byteOf(int read) throws IOException {
		if (read < 0) {
			throw new EOFException();
		}
		return read;
	}

}
