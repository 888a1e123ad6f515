package io.github.lockstarter.faults.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A connection of one thread to the {@link SharedResource}.
 */
public final class ResourceClient {

	private final Socket socket;

	private final BufferedReader answers;

	/**
	 * Connect.
	 * @param port of the resource, on this machine
	 */
	public ResourceClient(int port) {
		try {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
			this.socket.setTcpNoDelay(true);
			this.answers = new BufferedReader(
					new InputStreamReader(this.socket.getInputStream(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Read a register.
	 * @param register its name
	 * @param token the fencing token
	 * @return its version, negative if the token is refused
	 */
	public int read(String register, long token) {
		return ask("read " + register + " " + token);
	}

	/**
	 * Replace the value of a register.
	 * @param register its name
	 * @param token the fencing token
	 * @param origin the version that the new value was computed from
	 * @return its new version, negative if the token is refused
	 */
	public int write(String register, long token, int origin) {
		return ask("write " + register + " " + token + " " + origin);
	}

	private int ask(String request) {
		try {
			this.socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
			return Integer.parseInt(this.answers.readLine());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
