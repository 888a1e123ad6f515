package io.github.lockstarter.faults.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One connection through the proxy. Each direction has a thread that reads frames, so
 * that the sender is never held up, and one that sends them on when they are due.
 */
final class ProxiedConnection {

	private final ProxyFaults faults;

	private final Socket client;

	private final Socket server;

	private final Runnable onClose;

	/** The commands that Redis has not answered yet. */
	private final Queue<RespFrame> unanswered = new ConcurrentLinkedQueue<>();

	private volatile boolean subscriber;

	private volatile boolean stranded;

	private volatile boolean closed;

	ProxiedConnection(ProxyFaults faults, Socket client, int serverPort, Runnable onClose) throws IOException {
		this.faults = faults;
		this.client = client;
		this.onClose = onClose;
		this.server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
		this.client.setTcpNoDelay(true);
		this.server.setTcpNoDelay(true);
	}

	void start() {
		connect(Direction.REQUESTS, this.client, this.server);
		connect(Direction.REPLIES, this.server, this.client);
	}

	private void connect(Direction direction, Socket from, Socket to) {
		BlockingQueue<Due> underWay = new LinkedBlockingQueue<>();
		start("proxy-read", () -> read(direction, from, underWay));
		start("proxy-send", () -> send(direction, underWay, to));
	}

	private void start(String name, Transfer transfer) {
		Thread thread = new Thread(() -> {
			try {
				transfer.run();
			}
			catch (IOException ex) {
				// one end has closed the connection
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			finally {
				close();
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
	}

	private void read(Direction direction, Socket from, BlockingQueue<Due> underWay) throws IOException {
		RespReader reader = new RespReader(from.getInputStream());
		RespFrame frame = reader.next();
		while (frame != null) {
			long dueAt = System.nanoTime() + this.faults.delay(direction).toNanos();
			underWay.add(new Due(frame, dueAt));
			frame = reader.next();
		}
	}

	private void send(Direction direction, BlockingQueue<Due> underWay, Socket to)
			throws IOException, InterruptedException {
		while (!this.closed) {
			Due next = underWay.poll(100, TimeUnit.MILLISECONDS);
			if (next == null) {
				continue;
			}
			TimeUnit.NANOSECONDS.sleep(next.at() - System.nanoTime());
			this.faults.awaitPassage(direction);
			boolean request = direction == Direction.REQUESTS;
			RespFrame frame = request ? this.faults.sent(next.frame()) : next.frame();
			boolean passes = request ? passRequest(frame) : passReply(frame);
			if (passes && !this.stranded) {
				to.getOutputStream().write(frame.bytes());
			}
		}
	}

	private boolean passRequest(RespFrame command) {
		if (this.faults.swallows(command)) {
			return false;
		}
		if (command.isSubscription()) {
			this.subscriber = true;
		}
		else {
			this.unanswered.add(command);
		}
		return true;
	}

	/**
	 * Whether it passes. When a reply is lost, the connection is too, as a client could
	 * not tell later replies apart.
	 */
	private boolean passReply(RespFrame frame) {
		if (frame.isMessage(this.subscriber)) {
			return !this.faults.dropsMessage();
		}
		RespFrame command = frame.isReply(this.subscriber) ? this.unanswered.poll() : null;
		if (command != null && this.faults.losesReply(command)) {
			close();
			return false;
		}
		return true;
	}

	/**
	 * Let nothing through any more.
	 */
	void strand() {
		this.stranded = true;
	}

	boolean isSubscriber() {
		return this.subscriber;
	}

	boolean isStranded() {
		return this.stranded;
	}

	/**
	 * Reset both ends. What is under way gets lost.
	 */
	void close() {
		this.closed = true;
		reset(this.client);
		reset(this.server);
		this.onClose.run();
	}

	private static void reset(Socket socket) {
		try {
			if (!socket.isClosed()) {
				socket.setSoLinger(true, 0);
				socket.close();
			}
		}
		catch (IOException ex) {
			// closed by the other thread
		}
	}

	private record Due(RespFrame frame, long at) {
	}

	private interface Transfer {

		void run() throws IOException, InterruptedException;

	}

}
