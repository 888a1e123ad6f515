package io.github.lockstarter.faults.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the locks protect: registers, each read and then written with a value that was
 * computed from what was read, over TCP. Those whose name begins with {@code fenced}
 * check the fencing token.
 */
public final class SharedResource implements AutoCloseable {

	private final ServerSocket server;

	private final Map<String, Register> registers = new ConcurrentHashMap<>();

	private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

	public SharedResource() {
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start("resource", this::accept);
	}

	private static void start(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	public int port() {
		return this.server.getLocalPort();
	}

	public Register register(String name) {
		return this.registers.computeIfAbsent(name, (absent) -> new Register(absent.startsWith("fenced")));
	}

	private void accept() {
		try {
			while (true) {
				Socket connection = this.server.accept();
				connection.setTcpNoDelay(true);
				this.connections.add(connection);
				start("resource-connection", () -> serve(connection));
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	private void serve(Socket connection) {
		try (connection;
				BufferedReader requests = new BufferedReader(
						new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
			OutputStream answers = connection.getOutputStream();
			String request;
			while ((request = requests.readLine()) != null) {
				answers.write((answer(request.split(" ")) + "\n").getBytes(StandardCharsets.UTF_8));
			}
		}
		catch (IOException ex) {
			// the child was killed
		}
		this.connections.remove(connection);
	}

	private long answer(String[] request) {
		Register register = register(request[1]);
		long token = Long.parseLong(request[2]);
		return request[0].equals("read") ? register.read(token) : register.write(token, Integer.parseInt(request[3]));
	}

	@Override
	public void close() {
		try {
			this.server.close();
			for (Socket connection : this.connections) {
				connection.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
