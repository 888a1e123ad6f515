package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * A port on which something listens.
 */
public final class Listener {

	private Listener() {
	}

	/**
	 * Assert that it accepts connections at 127.0.0.1, and at no other address. On Linux,
	 * 127.0.0.2 is this machine, too, and reaches what listens on all addresses.
	 * @param port the port
	 * @throws IOException if it listens nowhere
	 */
	public static void assertOnLoopbackOnly(int port) throws IOException {
		try (Socket accepted = connect("127.0.0.1", port)) {
			assertThat(accepted.isConnected()).isTrue();
		}
		assertThatIOException().isThrownBy(() -> connect("127.0.0.2", port).close());
	}

	private static Socket connect(String host, int port) throws IOException {
		Socket socket = new Socket();
		socket.connect(new InetSocketAddress(host, port), 10_000);
		return socket;
	}

}
