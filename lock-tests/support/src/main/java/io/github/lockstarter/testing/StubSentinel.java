package io.github.lockstarter.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisURI;

/**
 * A sentinel that names what it is told to.
 */
public final class StubSentinel implements AutoCloseable {

	public static final String NAME = "locks";

	private static final String HOST = "127.0.0.1";

	private static final String NOTHING = "*-1\r\n";

	private final ServerSocket listener = listen();

	private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

	private final Set<Socket> subscribers = ConcurrentHashMap.newKeySet();

	private volatile int primary;

	private volatile String host = HOST;

	private final AtomicInteger epoch = new AtomicInteger();

	private volatile int next;

	private final AtomicInteger questions = new AtomicInteger();

	private volatile boolean silent;

	private volatile CountDownLatch answering = new CountDownLatch(0);

	public StubSentinel(int primary) {
		this.primary = primary;
		daemon(this::accept);
	}

	private static ServerSocket listen() {
		try {
			return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void daemon(Runnable task) {
		Thread thread = new Thread(task, "stub-sentinel");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * The address of the primary that it names.
	 * @return the address
	 */
	public RedisURI uri() {
		return RedisURI.Builder.sentinel(HOST, port(), NAME).build();
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Give another address of the primary, as another sentinel may do.
	 */
	public void renumber(String address) {
		this.host = address;
	}

	/**
	 * Name another primary, and tell nobody.
	 */
	public void elect(int elected) {
		this.epoch.incrementAndGet();
		this.primary = elected;
	}

	/**
	 * Name another primary as soon as somebody has asked for the epoch.
	 */
	public void electWhenAsked(int elected) {
		this.next = elected;
	}

	/**
	 * Forget how many failovers there were, as one that is set up anew.
	 */
	public void startOver() {
		this.epoch.set(0);
	}

	/**
	 * Tell those who listen that there is another primary.
	 */
	public void tell() throws IOException {
		for (Socket subscriber : this.subscribers) {
			write(subscriber, array("message", "+switch-master", NAME + " 127.0.0.1 1 127.0.0.1 " + this.primary));
		}
	}

	/**
	 * Know no primary any more.
	 */
	public void forget() {
		this.primary = 0;
	}

	/**
	 * From now on answer no question for the primary.
	 */
	public void fallSilent() {
		this.silent = true;
	}

	/**
	 * Answer no question for the primary before {@link #answerAgain()}.
	 */
	public void hesitate() {
		this.answering = new CountDownLatch(1);
	}

	/**
	 * Answer what was asked meanwhile, by what is known now.
	 */
	public void answerAgain() {
		this.answering.countDown();
	}

	public int connections() {
		return this.connections.size();
	}

	/** How often it was asked for the address. */
	public int questions() {
		return this.questions.get();
	}

	public int subscribers() {
		return this.subscribers.size();
	}

	private void accept() {
		try {
			while (true) {
				Socket connection = this.listener.accept();
				this.connections.add(connection);
				if (this.listener.isClosed()) {
					connection.close();
				}
				daemon(() -> serve(connection));
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	private void serve(Socket connection) {
		try (connection) {
			BufferedReader input = new BufferedReader(
					new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
			for (String line = input.readLine(); line != null; line = input.readLine()) {
				answer(connection, command(Integer.parseInt(line.substring(1)), input));
			}
		}
		catch (IOException ex) {
			// the client has closed it
		}
		finally {
			this.connections.remove(connection);
			this.subscribers.remove(connection);
		}
	}

	private static List<String> command(int words, BufferedReader input) throws IOException {
		List<String> command = new ArrayList<>();
		for (int i = 0; i < words; i++) {
			input.readLine();
			command.add(input.readLine());
		}
		return command;
	}

	private void answer(Socket connection, List<String> command) throws IOException {
		switch (command.get(0).toUpperCase(Locale.ROOT)) {
			case "HELLO" -> write(connection, "-ERR unknown command 'HELLO'\r\n");
			case "PING" -> write(connection, "+PONG\r\n");
			case "SUBSCRIBE" -> {
				this.subscribers.add(connection);
				for (int i = 1; i < command.size(); i++) {
					write(connection, "*3\r\n" + bulk("subscribe") + bulk(command.get(i)) + ":" + i + "\r\n");
				}
			}
			case "SENTINEL" -> {
				awaitAnswering();
				String answer = primary(command.get(1));
				if (!this.silent) {
					write(connection, answer);
				}
			}
			default -> write(connection, "+OK\r\n");
		}
	}

	private void awaitAnswering() {
		try {
			this.answering.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String primary(String question) {
		if (!question.equalsIgnoreCase("master")) {
			this.questions.incrementAndGet();
		}
		if (this.primary == 0) {
			return NOTHING;
		}
		if (!question.equalsIgnoreCase("master")) {
			return array(this.host, String.valueOf(this.primary));
		}
		String details = array("ip", this.host, "port", String.valueOf(this.primary), "runid", "run-" + this.primary,
				"config-epoch", String.valueOf(this.epoch));
		int elected = this.next;
		if (elected > 0) {
			this.next = 0;
			elect(elected);
		}
		return details;
	}

	private static String array(String... words) {
		StringBuilder array = new StringBuilder("*" + words.length + "\r\n");
		for (String word : words) {
			array.append(bulk(word));
		}
		return array.toString();
	}

	private static String bulk(String word) {
		return "$" + word.length() + "\r\n" + word + "\r\n";
	}

	private static void write(Socket connection, String text) throws IOException {
		OutputStream output = connection.getOutputStream();
		synchronized (output) {
			output.write(text.getBytes(StandardCharsets.UTF_8));
			output.flush();
		}
	}

	@Override
	public void close() {
		try {
			this.listener.close();
			for (Socket connection : this.connections) {
				connection.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
