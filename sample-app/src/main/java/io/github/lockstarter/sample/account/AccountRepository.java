package io.github.lockstarter.sample.account;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The accounts, and one row for each transfer.
 */
@Repository
public class AccountRepository {

	private final JdbcClient jdbc;

	AccountRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * All accounts.
	 * @return their owners, by name
	 */
	public List<String> findOwners() {
		return this.jdbc.sql("select owner from accounts order by owner").query(String.class).list();
	}

	int balanceOf(String owner) {
		return this.jdbc.sql("select balance from accounts where owner = ?").param(owner).query(int.class).single();
	}

	void write(String owner, int balance) {
		this.jdbc.sql("update accounts set balance = ? where owner = ?").param(balance).param(owner).update();
	}

	void transferred(String from, String to, int amount) {
		this.jdbc.sql("insert into transfers (from_owner, to_owner, amount) values (?, ?, ?)")
			.param(from)
			.param(to)
			.param(amount)
			.update();
	}

}
