package io.github.lockstarter.faults.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32;

import io.lettuce.core.cluster.SlotHash;

/**
 * A proxy that looks like one server and spreads keys over several, as Codis, twemproxy
 * and Envoy do: each script goes to the server of its first key, where it is not checked
 * that the others belong there, and whatever has no key goes to the first server, unless
 * scripts need one. It knows no subscriptions. Thread-safe.
 */
public final class ShardingProxy implements AutoCloseable {

	private static final Set<String> OF_CONNECTIONS = Set.of("HELLO", "AUTH", "SELECT", "CLIENT");

	private final List<Integer> serverPorts;

	private final int percentOfFirst;

	private final ServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final List<List<String>> severalKeys = new CopyOnWriteArrayList<>();

	private volatile boolean oneSlotOnly;

	private volatile boolean needsKeys;

	private volatile CompletableFuture<Void> released = CompletableFuture.completedFuture(null);

	/**
	 * Start a proxy on a port of its own.
	 * @param serverPorts the ports of the Redis servers on the loopback interface
	 */
	public ShardingProxy(List<Integer> serverPorts) {
		this(serverPorts, 100 / serverPorts.size());
	}

	/**
	 * Start a proxy on a port of its own.
	 * @param serverPorts the ports of the Redis servers on the loopback interface
	 * @param percentOfFirst how many keys the first of them has; the others share the
	 * rest
	 */
	public ShardingProxy(List<Integer> serverPorts, int percentOfFirst) {
		this.serverPorts = List.copyOf(serverPorts);
		this.percentOfFirst = percentOfFirst;
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Refuse scripts whose keys belong to several slots, as Redis Enterprise does.
	 */
	public void takeOneSlotOnly() {
		this.oneSlotOnly = true;
	}

	/**
	 * Refuse scripts without a key, as twemproxy and Envoy do.
	 */
	public void refuseScriptsWithoutKeys() {
		this.needsKeys = true;
	}

	/**
	 * Answer nothing until answers are released.
	 */
	public void holdAnswers() {
		this.released = new CompletableFuture<>();
	}

	/**
	 * Give the answers that were held.
	 */
	public void releaseAnswers() {
		this.released.complete(null);
	}

	/**
	 * The keys of each script that had several.
	 * @return the keys, in the order of the scripts
	 */
	public List<List<String>> severalKeys() {
		return List.copyOf(this.severalKeys);
	}

	private void accept() throws IOException {
		while (!this.listener.isClosed()) {
			Socket client = this.listener.accept();
			this.sockets.add(client);
			start(() -> serve(client));
		}
	}

	/** One command after the other, so that answers come in the order of commands. */
	private void serve(Socket client) throws IOException {
		List<Socket> servers = new ArrayList<>();
		List<RespReader> answers = new ArrayList<>();
		try {
			for (int port : this.serverPorts) {
				Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
				servers.add(server);
				this.sockets.add(server);
				answers.add(new RespReader(server.getInputStream()));
			}
			RespReader commands = new RespReader(client.getInputStream());
			for (RespFrame command = commands.next(); command != null; command = commands.next()) {
				byte[] answer = answer(command, servers, answers);
				this.released.join();
				client.getOutputStream().write(answer);
			}
		}
		finally {
			client.close();
			for (Socket server : servers) {
				server.close();
			}
		}
	}

	private byte[] answer(RespFrame command, List<Socket> servers, List<RespReader> answers) throws IOException {
		List<String> keys = command.isScript() ? keys(command) : List.of();
		if (keys.size() > 1) {
			this.severalKeys.add(keys);
		}
		if (this.oneSlotOnly && keys.stream().map(SlotHash::getSlot).distinct().count() > 1) {
			return "-CROSSSLOT Keys in request don't hash to the same slot\r\n".getBytes(StandardCharsets.US_ASCII);
		}
		if (command.isSubscription() || (this.needsKeys && command.isScript() && keys.isEmpty())) {
			return "-ERR unknown command\r\n".getBytes(StandardCharsets.US_ASCII);
		}
		if (!OF_CONNECTIONS.contains(command.command())) {
			return ask(command, keys.isEmpty() ? 0 : serverOf(keys.get(0)), servers, answers);
		}
		for (int other = 1; other < servers.size(); other++) {
			ask(command, other, servers, answers);
		}
		return ask(command, 0, servers, answers);
	}

	private static byte[] ask(RespFrame command, int server, List<Socket> servers, List<RespReader> answers)
			throws IOException {
		servers.get(server).getOutputStream().write(command.bytes());
		RespFrame answer = answers.get(server).next();
		if (answer == null) {
			throw new IOException("the server has closed the connection");
		}
		return answer.bytes();
	}

	private static List<String> keys(RespFrame script) {
		return script.words().subList(3, 3 + Integer.parseInt(script.words().get(2)));
	}

	private int serverOf(String key) {
		CRC32 hash = new CRC32();
		hash.update(key.getBytes(StandardCharsets.UTF_8));
		int others = this.serverPorts.size() - 1;
		return (others == 0 || hash.getValue() % 100 < this.percentOfFirst) ? 0
				: (int) (1 + hash.getValue() / 100 % others);
	}

	private static void start(Transfer transfer) {
		Thread thread = new Thread(() -> {
			try {
				transfer.run();
			}
			catch (IOException ex) {
				// one end has closed the connection
			}
		}, "sharding-proxy");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		releaseAnswers();
		try {
			this.listener.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private interface Transfer {

		void run() throws IOException;

	}

}
