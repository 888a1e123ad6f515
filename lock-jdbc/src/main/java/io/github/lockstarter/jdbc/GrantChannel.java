package io.github.lockstarter.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Way;
import org.jspecify.annotations.Nullable;

/**
 * The channel of grants to an instance: a connection that listens for notifications,
 * opened when a lock is first waited for, or none if the database can't notify, or while
 * connections are scarce. Thread-safe.
 */
final class GrantChannel {

	/** Longest time that a message to ourselves may take. */
	private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(1);

	/**
	 * Time for which waiters ask after the connection was given back: twice as long each
	 * time, unless it had been kept for the longest time.
	 */
	private static final long SHORTEST_ASKING_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final long LONGEST_ASKING_NANOS = TimeUnit.MINUTES.toNanos(5);

	private final DataSource dataSource;

	private final JdbcStoreSettings settings;

	private final String instance;

	private final GrantListener listener;

	private @Nullable ListeningThread thread;

	private CompletableFuture<Void> connected = new CompletableFuture<>();

	/** Messages come only from sessions of the same store. */
	private volatile boolean localOnly;

	/** Whether this connection is to prove itself, and nothing has arrived since. */
	private boolean doubted;

	/** Moment at which the message to ourselves was sent, if it was. */
	private @Nullable Long proofSentAt;

	/** Moment at which the thread began to connect. */
	private long startedAt;

	private long asking;

	/** Until when waiters ask, since requests need the connection. */
	private @Nullable Long askingUntil;

	private boolean closed;

	GrantChannel(DataSource dataSource, JdbcStoreSettings settings, String instance, GrantListener listener) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.instance = instance;
		this.listener = listener;
	}

	/** The way in which a waiter expects to be notified. */
	Way way() {
		return (this.localOnly || isConnected()) ? Way.TOLD : Way.DEAF;
	}

	synchronized CompletionStage<Void> listen(Dialect dialect) {
		this.localOnly = !dialect.isNotifying();
		if (isAsking()) {
			return CompletableFuture.completedFuture(null);
		}
		if (this.thread == null && !this.closed) {
			ListeningThread started = new ListeningThread(this, this.dataSource, this.settings.table(),
					Notifications.channel(this.instance));
			started.start();
			this.startedAt = System.nanoTime();
			this.thread = started;
		}
		return this.connected;
	}

	synchronized boolean isListening() {
		return isAsking() || isConnected();
	}

	private synchronized boolean isConnected() {
		return this.connected.isDone() && !this.connected.isCompletedExceptionally();
	}

	/** Whether waiters do without a connection. */
	private boolean isAsking() {
		Long until = this.askingUntil;
		return this.localOnly || !this.settings.notifications() || (until != null && System.nanoTime() - until < 0);
	}

	/**
	 * Let waiters ask for a while, since requests need the connection.
	 */
	void giveBack() {
		ListeningThread giving;
		CompletableFuture<Void> waiting;
		synchronized (this) {
			if (this.closed) {
				return;
			}
			giving = this.thread;
			askFrom(System.nanoTime());
			waiting = this.connected;
			this.thread = null;
			this.connected = new CompletableFuture<>();
		}
		if (giving != null) {
			giving.end();
			giving.abort();
			waiting.complete(null);
			this.listener.grantsMayBeLost();
		}
	}

	private void askFrom(long now) {
		if (this.thread != null) {
			boolean kept = now - this.startedAt > LONGEST_ASKING_NANOS;
			this.asking = kept ? 0 : Math.min(this.asking * 2, LONGEST_ASKING_NANOS);
		}
		this.asking = Math.max(this.asking, SHORTEST_ASKING_NANOS);
		this.askingUntil = now + this.asking;
	}

	/** Note that the connection of a thread listens. */
	void listening(ListeningThread by, boolean again) {
		CompletableFuture<Void> waiting;
		synchronized (this) {
			if (by != this.thread) {
				return;
			}
			waiting = this.connected;
			trust();
		}
		waiting.complete(null);
		if (again) {
			this.listener.grantsMayBeLost();
		}
	}

	/** Note that a thread has no connection, or no longer one. */
	void lost(ListeningThread by, StoreException cause) {
		CompletableFuture<Void> waiting;
		synchronized (this) {
			if (by != this.thread) {
				return;
			}
			waiting = this.connected;
			this.connected = new CompletableFuture<>();
		}
		if (!waiting.completeExceptionally(cause)) {
			this.listener.grantsMayBeLost();
		}
	}

	/** Note that the connection works, or that nothing is known about it. */
	synchronized void trust() {
		this.doubted = false;
		this.proofSentAt = null;
	}

	void heard(Message message) {
		if (message.instance().equals(this.instance)) {
			message.tell(this.listener);
		}
	}

	/**
	 * Note that a grant was missed: perhaps it was sent and did not arrive. If the
	 * connection has not proved itself when a later one is missed, another takes its
	 * place.
	 * @return whether to send a message to ourselves, as proof
	 */
	synchronized boolean missed() {
		if (this.thread == null || !isListening()) {
			return false;
		}
		Long sentAt = this.proofSentAt;
		if (sentAt != null && System.nanoTime() - sentAt > PROOF_NANOS) {
			this.thread.abort();
			trust();
			return false;
		}
		boolean first = !this.doubted;
		this.doubted = true;
		return first;
	}

	/** Note that the message to ourselves is sent: only now its time runs. */
	synchronized void proofSent() {
		if (this.doubted) {
			this.proofSentAt = System.nanoTime();
		}
	}

	/**
	 * Stop listening.
	 * @return whether a connection listens, and has to be woken to end
	 */
	synchronized boolean close() {
		this.closed = true;
		this.connected.completeExceptionally(new StoreException("the session is closed", false, null));
		if (this.thread != null) {
			this.thread.end();
		}
		return this.thread != null;
	}

	synchronized boolean isClosed() {
		return this.closed;
	}

}
