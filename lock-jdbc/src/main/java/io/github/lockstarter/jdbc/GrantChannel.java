package io.github.lockstarter.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Way;
import org.jspecify.annotations.Nullable;

/**
 * The channel of grants to an instance: a connection that listens for notifications,
 * opened when a lock is first waited for, or none if the database can't notify.
 * Thread-safe.
 */
final class GrantChannel {

	private final DataSource dataSource;

	private final JdbcStoreSettings settings;

	private final String instance;

	private final GrantListener listener;

	private @Nullable ListeningThread thread;

	private CompletableFuture<Void> connected = new CompletableFuture<>();

	/** Messages come only from sessions of the same store. */
	private volatile boolean localOnly;

	/** A grant was missed on this connection, and none has arrived since. */
	private volatile boolean doubted;

	private boolean closed;

	GrantChannel(DataSource dataSource, JdbcStoreSettings settings, String instance, GrantListener listener) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.instance = instance;
		this.listener = listener;
	}

	/** The way in which a waiter expects to be notified. */
	Way way() {
		boolean notified = this.localOnly || (this.settings.notifications() && isListening());
		return notified ? Way.TOLD : Way.DEAF;
	}

	synchronized CompletionStage<Void> listen(Dialect dialect) {
		this.localOnly = !dialect.isNotifying();
		if (this.localOnly || !this.settings.notifications()) {
			return CompletableFuture.completedFuture(null);
		}
		if (this.thread == null && !this.closed) {
			ListeningThread started = new ListeningThread(this, this.dataSource, this.settings.table(),
					Notifications.channel(this.instance));
			started.start();
			this.thread = started;
		}
		return this.connected;
	}

	synchronized boolean isListening() {
		return this.localOnly || !this.settings.notifications()
				|| (this.connected.isDone() && !this.connected.isCompletedExceptionally());
	}

	/** Note that the connection listens. */
	void listening(boolean again) {
		CompletableFuture<Void> waiting;
		synchronized (this) {
			waiting = this.connected;
		}
		waiting.complete(null);
		if (again) {
			this.listener.interrupted();
		}
	}

	/** Note that there is no connection, or no longer one. */
	void lost(StoreException cause) {
		CompletableFuture<Void> waiting;
		synchronized (this) {
			waiting = this.connected;
			this.connected = new CompletableFuture<>();
		}
		if (!waiting.completeExceptionally(cause)) {
			this.listener.interrupted();
		}
	}

	void heard(Message message) {
		if (message.instance().equals(this.instance)) {
			this.doubted = false;
			message.tell(this.listener);
		}
	}

	/**
	 * Note that a grant has not arrived, or not yet. When nothing has arrived until the
	 * next one is missed, use another connection.
	 */
	synchronized void missed() {
		if (this.thread != null && isListening()) {
			if (this.doubted) {
				this.thread.abort();
			}
			this.doubted = !this.doubted;
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

}
