package io.github.lockstarter.benchmarks.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the commands that clients send, by Redis's MONITOR: unlike INFO it tells them
 * from those that scripts run.
 */
final class RedisMonitor implements AutoCloseable {

	private final Socket socket;

	private final AtomicLong commands = new AtomicLong();

	RedisMonitor(String host, int port) {
		try {
			this.socket = new Socket(host, port);
			this.socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
			BufferedReader output = new BufferedReader(
					new InputStreamReader(this.socket.getInputStream(), StandardCharsets.ISO_8859_1));
			output.readLine();
			Thread reader = new Thread(() -> count(output), "redis-monitor");
			reader.setDaemon(true);
			reader.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A line is {@code +<time> [<database> <client>] "<command>" …}. */
	private void count(BufferedReader output) {
		try {
			String line;
			while ((line = output.readLine()) != null) {
				if (!line.contains(" lua] \"")) {
					this.commands.incrementAndGet();
				}
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	long commands() {
		return this.commands.get();
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
