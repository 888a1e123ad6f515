package io.github.lockstarter.jdbc.autoconfigure;

import io.github.lockstarter.jdbc.JdbcStoreSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of locks that are kept in a database.
 */
@ConfigurationProperties("distributed-lock.jdbc")
class JdbcLockProperties {

	/**
	 * Table of the locks, with or without the name of its schema.
	 */
	private String table = JdbcStoreSettings.DEFAULT_TABLE;

	/**
	 * Name of the DataSource bean to use. By default the only or the primary one.
	 */
	private @Nullable String dataSource;

	/**
	 * Whether to open connections for locks beside those of the application, if these are
	 * from a pool of HikariCP. Otherwise locks and application wait for each other.
	 */
	private boolean ownConnections = true;

	/**
	 * Largest number of connections that requests use at a time, besides one for
	 * notifications.
	 */
	private int maxConnections = JdbcStoreSettings.DEFAULT_MAX_CONNECTIONS;

	/**
	 * Whether PostgreSQL notifies waiters; otherwise they ask every second. Switch this
	 * off behind a pool that gives a connection to another client after each transaction.
	 */
	private boolean notifications = true;

	public String getTable() {
		return this.table;
	}

	public void setTable(String table) {
		this.table = table;
	}

	public @Nullable String getDataSource() {
		return this.dataSource;
	}

	public void setDataSource(@Nullable String dataSource) {
		this.dataSource = dataSource;
	}

	public boolean isOwnConnections() {
		return this.ownConnections;
	}

	public void setOwnConnections(boolean ownConnections) {
		this.ownConnections = ownConnections;
	}

	public int getMaxConnections() {
		return this.maxConnections;
	}

	public void setMaxConnections(int maxConnections) {
		this.maxConnections = maxConnections;
	}

	public boolean isNotifications() {
		return this.notifications;
	}

	public void setNotifications(boolean notifications) {
		this.notifications = notifications;
	}

}
