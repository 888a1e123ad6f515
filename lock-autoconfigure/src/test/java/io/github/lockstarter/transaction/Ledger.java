package io.github.lockstarter.transaction;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A table of a real database.
 */
final class Ledger {

	private final JdbcClient jdbc;

	Ledger(DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
		this.jdbc.sql("create table if not exists ledger (id identity primary key, entry varchar(100))").update();
	}

	void write(String entry) {
		this.jdbc.sql("insert into ledger (entry) values (?)").param(entry).update();
	}

	/** What the transaction of this thread sees. */
	List<String> entries() {
		return this.jdbc.sql("select entry from ledger order by id").query(String.class).list();
	}

	/** What another connection sees. */
	List<String> committed() {
		return CompletableFuture.supplyAsync(this::entries).join();
	}

	void clear() {
		this.jdbc.sql("delete from ledger").update();
	}

}
