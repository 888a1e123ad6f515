package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * A TCP proxy in front of a database that can do what networks do. Faults last until
 * {@link #heal()}.
 */
final class TcpProxy implements AutoCloseable {

	private final int port;

	private final int serverPort;

	private final Set<TcpConnection> connections = ConcurrentHashMap.newKeySet();

	private ServerSocket listener;

	private volatile boolean holdsRequests;

	private volatile boolean holdsReplies;

	private volatile Duration delay = Duration.ZERO;

	TcpProxy(int serverPort) {
		this.serverPort = serverPort;
		this.listener = listen(0);
		this.port = this.listener.getLocalPort();
	}

	private ServerSocket listen(int port) {
		try {
			ServerSocket socket = new ServerSocket();
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			start("proxy-accept", () -> accept(socket));
			return socket;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static void start(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	private void accept(ServerSocket socket) {
		while (!socket.isClosed()) {
			try {
				Socket client = socket.accept();
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.serverPort);
				TcpConnection connection = new TcpConnection(this, client, server);
				this.connections.add(connection);
				connection.start();
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	int port() {
		return this.port;
	}

	boolean holds(boolean requests) {
		return requests ? this.holdsRequests : this.holdsReplies;
	}

	Duration delay() {
		return this.delay;
	}

	void ended(TcpConnection connection) {
		this.connections.remove(connection);
	}

	/** Whether a connection listens for notifications and lets them through. */
	boolean isListening() {
		return this.connections.stream().anyMatch((each) -> each.isListening() && !each.isStranded());
	}

	/** Let nothing through for ever on the connections that there are. New ones work. */
	void strand(Predicate<TcpConnection> which) {
		this.connections.stream().filter(which).forEach(TcpConnection::strand);
	}

	/** Reset the connections that there are. */
	void cut(Predicate<TcpConnection> which) {
		this.connections.stream().filter(which).forEach(TcpConnection::close);
	}

	/** Reset all connections, and refuse new ones. */
	void refuse() {
		closeListener();
		cut((each) -> true);
	}

	/** Let no byte through either way; later it arrives late. */
	void blackHole() {
		this.holdsRequests = true;
		this.holdsReplies = true;
	}

	/** Let requests through, and no replies; they arrive late, or never. */
	void holdReplies() {
		this.holdsReplies = true;
	}

	/** Let replies arrive so much later. */
	void delayReplies(Duration delay) {
		this.delay = delay;
	}

	void heal() {
		this.holdsRequests = false;
		this.holdsReplies = false;
		this.delay = Duration.ZERO;
		if (this.listener.isClosed()) {
			this.listener = listen(this.port);
		}
	}

	private void closeListener() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		refuse();
		this.holdsRequests = false;
		this.holdsReplies = false;
	}

}
