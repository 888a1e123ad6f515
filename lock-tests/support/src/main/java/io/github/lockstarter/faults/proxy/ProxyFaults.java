package io.github.lockstarter.faults.proxy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the network at the moment.
 */
final class ProxyFaults {

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition changed = this.mutex.newCondition();

	private final Set<Direction> blackHoles = EnumSet.noneOf(Direction.class);

	private final Map<Direction, Duration> delays = new ConcurrentHashMap<>();

	private volatile @Nullable LostReply lostReply;

	private volatile @Nullable Predicate<RespFrame> swallowed;

	private volatile @Nullable Refused refused;

	private volatile boolean replaced;

	private volatile int nthMessage;

	private int messages;

	void delay(Direction direction, Duration delay) {
		this.delays.put(direction, delay);
	}

	void blackHole(Direction direction) {
		this.mutex.lock();
		try {
			this.blackHoles.add(direction);
		}
		finally {
			this.mutex.unlock();
		}
	}

	CompletableFuture<Void> loseReply(int nth, Predicate<RespFrame> commands) {
		LostReply lost = new LostReply(nth, commands);
		this.lostReply = lost;
		return lost.done;
	}

	void swallow(Predicate<RespFrame> commands) {
		this.swallowed = commands;
	}

	void refuse(Predicate<RespFrame> commands, RespFrame instead) {
		this.refused = new Refused(commands, instead);
	}

	void replaceServer() {
		this.replaced = true;
	}

	void dropMessages(int everyNth) {
		this.nthMessage = everyNth;
	}

	void heal() {
		this.delays.clear();
		this.lostReply = null;
		this.swallowed = null;
		this.refused = null;
		this.replaced = false;
		this.nthMessage = 0;
		this.mutex.lock();
		try {
			this.blackHoles.clear();
			this.changed.signalAll();
		}
		finally {
			this.mutex.unlock();
		}
	}

	Duration delay(Direction direction) {
		return this.delays.getOrDefault(direction, Duration.ZERO);
	}

	/**
	 * Wait while nothing gets through.
	 */
	void awaitPassage(Direction direction) throws InterruptedException {
		this.mutex.lock();
		try {
			while (this.blackHoles.contains(direction)) {
				this.changed.await();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether the reply to a command is to be lost, and its connection with it.
	 */
	boolean losesReply(RespFrame command) {
		LostReply lost = this.lostReply;
		return lost != null && lost.strikes(command);
	}

	boolean swallows(RespFrame command) {
		Predicate<RespFrame> commands = this.swallowed;
		return commands != null && commands.test(command);
	}

	/**
	 * What is sent in place of a command, if it is to be answered with an error.
	 */
	RespFrame sent(RespFrame command) {
		Refused known = this.refused;
		return (known != null && known.commands.test(command)) ? known.instead : command;
	}

	/**
	 * Whether new connections lead to something that is no Redis.
	 */
	boolean isServerReplaced() {
		return this.replaced;
	}

	synchronized boolean dropsMessage() {
		return this.nthMessage > 0 && ++this.messages % this.nthMessage == 0;
	}

	private record Refused(Predicate<RespFrame> commands, RespFrame instead) {
	}

	/**
	 * Strikes once, at the nth reply to such a command.
	 */
	private static final class LostReply {

		private final Predicate<RespFrame> commands;

		private final CompletableFuture<Void> done = new CompletableFuture<>();

		private int left;

		LostReply(int nth, Predicate<RespFrame> commands) {
			this.left = nth;
			this.commands = commands;
		}

		synchronized boolean strikes(RespFrame command) {
			return this.commands.test(command) && --this.left == 0 && this.done.complete(null);
		}

	}

}
