package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way from a primary to a replica, on which what is written can be held up without a
 * word: the replica falls behind, and nobody's connection is cut.
 */
final class ReplicationLink implements AutoCloseable {

	private final int primary;

	private final ServerSocket entrance;

	private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition opened = this.mutex.newCondition();

	private boolean held;

	private ReplicationLink(int primary, ServerSocket entrance) {
		this.primary = primary;
		this.entrance = entrance;
	}

	static ReplicationLink to(int primary) {
		try {
			ReplicationLink link = new ReplicationLink(primary,
					new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
			link.start(link::accept);
			return link;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	int port() {
		return this.entrance.getLocalPort();
	}

	/**
	 * Let nothing more reach the replica, or all of it.
	 */
	void setHeld(boolean held) {
		this.mutex.lock();
		try {
			this.held = held;
			this.opened.signalAll();
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void accept() throws IOException {
		while (true) {
			Socket replica = this.entrance.accept();
			Socket server = new Socket();
			this.sockets.addAll(List.of(replica, server));
			server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.primary));
			start(() -> copy(replica, server, false));
			start(() -> copy(server, replica, true));
		}
	}

	private void copy(Socket from, Socket to, boolean toReplica) throws IOException {
		try (from; to; InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
			byte[] buffer = new byte[8192];
			for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
				if (toReplica) {
					awaitOpened();
				}
				out.write(buffer, 0, count);
			}
		}
	}

	private void awaitOpened() {
		this.mutex.lock();
		try {
			while (this.held) {
				this.opened.awaitUninterruptibly();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void start(Transfer transfer) {
		Thread thread = new Thread(() -> {
			try {
				transfer.run();
			}
			catch (IOException ex) {
				// one of the servers, or the test, has closed it
			}
		}, "replication-link");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.entrance.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
			setHeld(false);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private interface Transfer {

		void run() throws IOException;

	}

}
