package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection through a {@link TcpProxy}.
 */
final class TcpConnection {

	private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private static final int MOST_BYTES = 64 * 1024;

	private final TcpProxy proxy;

	private final Socket client;

	private final Socket server;

	private volatile boolean listening;

	private volatile boolean stranded;

	private volatile boolean closed;

	TcpConnection(TcpProxy proxy, Socket client, Socket server) throws IOException {
		this.proxy = proxy;
		this.client = client;
		this.server = server;
		client.setTcpNoDelay(true);
		server.setTcpNoDelay(true);
	}

	void start() {
		TcpProxy.start("proxy-requests", () -> pass(true, this.client, this.server));
		TcpProxy.start("proxy-replies", () -> pass(false, this.server, this.client));
	}

	private void pass(boolean requests, Socket from, Socket to) {
		byte[] bytes = new byte[MOST_BYTES];
		try {
			int count = from.getInputStream().read(bytes);
			while (count >= 0) {
				if (requests && new String(bytes, 0, count, StandardCharsets.ISO_8859_1).contains("listen \"lock_")) {
					this.listening = true;
				}
				long dueAt = System.nanoTime() + (requests ? 0 : this.proxy.delay().toNanos());
				while (!this.closed && (this.proxy.holds(requests) || this.stranded || System.nanoTime() < dueAt)) {
					LockSupport.parkNanos(GLANCE_NANOS);
				}
				to.getOutputStream().write(bytes, 0, count);
				count = from.getInputStream().read(bytes);
			}
		}
		catch (IOException ex) {
			// one end has closed the connection
		}
		if (!this.stranded) {
			close();
		}
	}

	boolean isListening() {
		return this.listening;
	}

	boolean isStranded() {
		return this.stranded;
	}

	/** Let nothing through any more, not even that one end closes it. */
	void strand() {
		this.stranded = true;
	}

	/** Reset both ends. */
	void close() {
		this.closed = true;
		reset(this.client);
		reset(this.server);
		this.proxy.ended(this);
	}

	private static void reset(Socket socket) {
		try {
			socket.setSoLinger(true, 0);
			socket.close();
		}
		catch (IOException ex) {
			// closed by the other thread
		}
	}

}
