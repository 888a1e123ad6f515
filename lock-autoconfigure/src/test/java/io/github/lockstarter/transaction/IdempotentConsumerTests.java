package io.github.lockstarter.transaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.transaction.DepositConsumer.Deposit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the consumer of docs/recipes.md.
 */
@Import(DepositConsumer.class)
class IdempotentConsumerTests extends TransactionsUnderLocks {

	private static final int MESSAGES = 60;

	private static final int DELIVERIES = 3;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	private DepositConsumer consumer;

	@BeforeEach
	void accounts() {
		this.jdbc.sql("""
				create table if not exists account (id varchar(40) primary key,
				balance int not null check (balance >= 0), token bigint default 0 not null)""").update();
		this.jdbc.sql("create table if not exists done (message varchar(40) primary key)").update();
		this.jdbc.sql("delete from done").update();
		for (String account : List.of("one", "two")) {
			this.jdbc.sql("merge into account (id, balance, token) values (:id, 0, 0)").param("id", account).update();
		}
	}

	private int balance(String account) {
		return this.jdbc.sql("select balance from account where id = :id")
			.param("id", account)
			.query(Integer.class)
			.single();
	}

	private int done() {
		return this.jdbc.sql("select count(*) from done").query(Integer.class).single();
	}

	@Test
	void aMessageThatIsDeliveredAgainCountsOnce() {
		Deposit deposit = new Deposit("1", "one", 10);
		this.consumer.on(deposit);
		this.consumer.on(deposit);
		this.consumer.on(new Deposit("2", "one", 5));
		assertThat(balance("one")).isEqualTo(15);
	}

	@Test
	void deliveriesAtOnceCountOnceEach() {
		List<Deposit> deliveries = new ArrayList<>();
		for (int i = 0; i < MESSAGES; i++) {
			deliveries.addAll(Collections.nCopies(DELIVERIES, new Deposit("m" + i, (i % 2 == 0) ? "one" : "two", 1)));
		}
		Collections.shuffle(deliveries, new Random(1));
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			CompletableFuture
				.allOf(deliveries.stream()
					.map((delivery) -> CompletableFuture.runAsync(() -> this.consumer.on(delivery), threads))
					.toArray(CompletableFuture<?>[]::new))
				.join();
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(balance("one") + balance("two")).isEqualTo(MESSAGES);
		assertThat(done()).isEqualTo(MESSAGES);
	}

	@Test
	void aMessageThatFailedIsNotDone() {
		Deposit withdrawal = new Deposit("1", "one", -10);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> this.consumer.on(withdrawal));
		assertThat(done()).isZero();
		this.consumer.on(new Deposit("2", "one", 15));
		this.consumer.on(withdrawal);
		assertThat(balance("one")).isEqualTo(5);
	}

	@Test
	void aHolderThatIsLateIsRefusedAndLeavesNothing() {
		try (LockHandle next = this.locks.lock("account_one").acquire()) {
			this.jdbc.sql("update account set token = :token where id = 'one'")
				.param("token", next.fencingToken() + 1)
				.update();
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.consumer.on(new Deposit("1", "one", 10)))
				.withMessageContaining("Another held the lock of 'one' later");
		}
		assertThat(done()).isZero();
		assertThat(balance("one")).isZero();
	}

	@Test
	void thePageShowsThisConsumer() throws IOException {
		String source = Files.readString(
				Path.of("src", "test", "java", "io", "github", "lockstarter", "transaction", "DepositConsumer.java"));
		assertThat(words(Files.readString(Path.of("..", "docs", "recipes.md"))))
			.contains(words(source.substring(source.indexOf("@Component"))));
	}

	private static String words(String text) {
		return text.lines().map(String::strip).collect(Collectors.joining(" "));
	}

}
