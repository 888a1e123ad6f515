package io.github.lockstarter.faults.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A TCP proxy in front of one Redis server that can do what networks do. Faults can be
 * combined, apply to all connections, also to new ones, and last until {@link #heal()}.
 */
public final class RespProxy implements AutoCloseable {

	private static final byte[] HTTP_REFUSAL = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n"
		.getBytes(StandardCharsets.US_ASCII);

	private volatile int serverPort;

	private final AtomicInteger silent = new AtomicInteger();

	private final ServerSocket listener;

	private final ProxyFaults faults = new ProxyFaults();

	private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

	/**
	 * Start a proxy on a port of its own.
	 * @param serverPort the port of the Redis server on the loopback interface
	 */
	public RespProxy(int serverPort) {
		this.serverPort = serverPort;
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread thread = new Thread(this::accept, "proxy-accept");
		thread.setDaemon(true);
		thread.start();
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				open(this.listener.accept());
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	private void open(Socket client) throws IOException {
		if (this.faults.isServerReplaced()) {
			Thread thread = new Thread(() -> answerByHttp(client), "proxy-http");
			thread.setDaemon(true);
			thread.start();
			return;
		}
		try {
			ProxiedConnection[] connection = new ProxiedConnection[1];
			connection[0] = new ProxiedConnection(this.faults, client, this.serverPort,
					() -> this.connections.remove(connection[0]));
			this.connections.add(connection[0]);
			if (this.silent.getAndUpdate((left) -> Math.max(left - 1, 0)) > 0) {
				connection[0].strand();
			}
			connection[0].start();
		}
		catch (IOException ex) {
			// Redis is down
			client.close();
		}
	}

	/** As what takes HTTP does when it is sent something else. */
	private static void answerByHttp(Socket client) {
		try (client) {
			client.getInputStream().read();
			client.getOutputStream().write(HTTP_REFUSAL);
			client.getInputStream().skip(client.getInputStream().available());
		}
		catch (IOException ex) {
			// the client has given up
		}
	}

	/**
	 * Let everything arrive later.
	 * @param direction which way
	 * @param delay how much later
	 */
	public void delay(Direction direction, Duration delay) {
		this.faults.delay(direction, delay);
	}

	/**
	 * Let nothing through, without telling anybody. After {@link #heal()} it arrives
	 * late, as TCP sends it again, unless the connections were reset meanwhile.
	 * @param direction which way
	 */
	public void blackHole(Direction direction) {
		this.faults.blackHole(direction);
	}

	/**
	 * Let nothing through for ever on the connections that there are, without telling
	 * anybody, as if the server behind the address had been replaced. New ones work.
	 */
	public void strand() {
		this.connections.forEach(ProxiedConnection::strand);
	}

	/**
	 * Accept some connections, and let nothing through on them for ever.
	 * @param count how many, from now on
	 */
	public void strandNext(int count) {
		this.silent.set(count);
	}

	/**
	 * Let new connections lead to another server. The others stay where they are.
	 * @param port the port of that server on the loopback interface
	 */
	public void leadTo(int port) {
		this.serverPort = port;
	}

	/**
	 * Let nothing through for ever on the connections that have subscribed, without
	 * telling anybody. The others, and new ones, work.
	 */
	public void strandSubscribers() {
		this.connections.stream().filter(ProxiedConnection::isSubscriber).forEach(ProxiedConnection::strand);
	}

	/**
	 * Whether some connection has subscribed and is not stranded.
	 * @return {@code true} if there is one
	 */
	public boolean hasSubscribers() {
		return this.connections.stream().anyMatch((each) -> each.isSubscriber() && !each.isStranded());
	}

	/**
	 * How many connections there are.
	 * @return their number
	 */
	public int connections() {
		return this.connections.size();
	}

	/**
	 * How many connections have been stranded and not been given up.
	 * @return their number
	 */
	public long stranded() {
		return this.connections.stream().filter(ProxiedConnection::isStranded).count();
	}

	/**
	 * Lose one reply, after its command was executed, and its connection with it.
	 * @param nth the how manieth reply from now, beginning with 1
	 * @param commands to which commands
	 * @return completes when it has happened
	 */
	public CompletableFuture<Void> loseReply(int nth, Predicate<RespFrame> commands) {
		return this.faults.loseReply(nth, commands);
	}

	/**
	 * Drop some commands, and leave their connections as they are.
	 * @param commands which ones
	 */
	public void swallow(Predicate<RespFrame> commands) {
		this.faults.swallow(commands);
	}

	/**
	 * Let some commands be answered with an error, as one that the server does not know.
	 * @param commands which ones
	 */
	public void refuse(Predicate<RespFrame> commands) {
		this.faults.refuse(commands, RespFrame.UNKNOWN);
	}

	/**
	 * Let some commands be answered with an error.
	 * @param commands which ones
	 * @param error the error
	 */
	public void refuse(Predicate<RespFrame> commands, String error) {
		this.faults.refuse(commands, RespFrame.failing(error));
	}

	/**
	 * Reset all connections, and let new ones be answered by something that takes HTTP.
	 */
	public void replaceServer() {
		this.faults.replaceServer();
		reset();
	}

	/**
	 * Drop published messages.
	 * @param everyNth 1 drops each, 2 every other
	 */
	public void dropMessages(int everyNth) {
		this.faults.dropMessages(everyNth);
	}

	/**
	 * Reset all connections. What is under way on them gets lost.
	 */
	public void reset() {
		this.connections.forEach(ProxiedConnection::close);
	}

	/**
	 * End all faults.
	 */
	public void heal() {
		this.silent.set(0);
		this.faults.heal();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		heal();
		reset();
	}

}
