package io.github.lockstarter.transaction;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockContext;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The consumer of docs/recipes.md, which shows it from its annotation on.
 */
@Component
class DepositConsumer {

	private final JdbcClient jdbc;

	DepositConsumer(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@DistributedLock(key = "account_#{#deposit.account()}")
	@Transactional
	public void on(Deposit deposit) {
		fence(deposit.account(), LockContext.current().fencingToken());
		if (!isDone(deposit.id())) {
			write(deposit.account(), balanceOf(deposit.account()) + deposit.amount());
			markDone(deposit.id());
		}
	}

	private void fence(String account, long token) {
		int rows = this.jdbc.sql("update account set token = :token where id = :account and token <= :token")
			.param("token", token)
			.param("account", account)
			.update();
		if (rows == 0) {
			throw new OptimisticLockingFailureException("Another held the lock of '" + account
					+ "' later, or there is no such account; deliver the message again.");
		}
	}

	private boolean isDone(String message) {
		return this.jdbc.sql("select count(*) from done where message = :message")
			.param("message", message)
			.query(Integer.class)
			.single() > 0;
	}

	private int balanceOf(String account) {
		return this.jdbc.sql("select balance from account where id = :account")
			.param("account", account)
			.query(Integer.class)
			.single();
	}

	private void write(String account, int balance) {
		this.jdbc.sql("update account set balance = :balance where id = :account")
			.param("balance", balance)
			.param("account", account)
			.update();
	}

	private void markDone(String message) {
		this.jdbc.sql("insert into done (message) values (:message)").param("message", message).update();
	}

	record Deposit(String id, String account, int amount) {
	}

}
