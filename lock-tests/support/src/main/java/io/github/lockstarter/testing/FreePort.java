package io.github.lockstarter.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports to listen on. They lie below the range from which systems take the ports of
 * outgoing connections, so that a server can come back on its port.
 */
public final class FreePort {

	private static final int FIRST = 10_000;

	private static final int LAST = 22_000;

	private static final int TO_CLUSTER_BUS = 10_000;

	private FreePort() {
	}

	/**
	 * Find one. Another process may take it before the caller does.
	 * @return the port
	 */
	public static int find() {
		for (int attempt = 0; attempt < 1000; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
			if (isFree(port) && isFree(port + TO_CLUSTER_BUS)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between " + FIRST + " and " + LAST);
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
