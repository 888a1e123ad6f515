package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends TLS before a server, as a server's own TLS would: not each binary has it.
 */
public final class TlsRelay {

	private final TestCertificates certificates;

	private final ServerSocket listener;

	private final int target;

	private TlsRelay(TestCertificates certificates, int target) {
		this.certificates = certificates;
		this.target = target;
		try {
			this.listener = certificates.context()
				.getServerSocketFactory()
				.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		daemon(this::accept);
	}

	/**
	 * The relay that all tests of this JVM share, before the server that they share.
	 * @return the relay
	 */
	public static TlsRelay shared() {
		return Shared.INSTANCE;
	}

	/**
	 * Start a relay, which ends with this JVM.
	 * @param target the port of the server
	 * @return the relay
	 */
	public static TlsRelay before(int target) {
		return new TlsRelay(TestCertificates.create(), target);
	}

	/**
	 * Start a relay before each of some servers, all with the same certificate.
	 * @param targets the ports of the servers
	 * @return the relays by those ports
	 */
	static Map<Integer, TlsRelay> before(Stream<Integer> targets) {
		TestCertificates certificates = TestCertificates.create();
		return targets.collect(Collectors.toMap(Function.identity(), (target) -> new TlsRelay(certificates, target)));
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	public TestCertificates certificates() {
		return this.certificates;
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				daemon(() -> connect(client));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	private void connect(Socket client) {
		try {
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			server.setTcpNoDelay(true);
			client.setTcpNoDelay(true);
			daemon(() -> copy(server, client));
			copy(client, server);
		}
		catch (IOException ex) {
			close(client);
		}
	}

	/** Whoever ends a connection ends it on both sides. */
	private static void copy(Socket from, Socket to) {
		try (from; to; InputStream input = from.getInputStream(); OutputStream output = to.getOutputStream()) {
			byte[] buffer = new byte[8192];
			for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
				output.write(buffer, 0, count);
				output.flush();
			}
		}
		catch (IOException ex) {
			close(from);
			close(to);
		}
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void daemon(Runnable task) {
		Thread thread = new Thread(task, "tls-relay");
		thread.setDaemon(true);
		thread.start();
	}

	private static final class Shared {

		static final TlsRelay INSTANCE = new TlsRelay(TestCertificates.create(), EmbeddedRedis.shared().port());

	}

}
