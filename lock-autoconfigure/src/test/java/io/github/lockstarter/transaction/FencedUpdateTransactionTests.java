package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the statements by which a database refuses a late writer.
 */
class FencedUpdateTransactionTests extends TransactionsUnderLocks {

	private JdbcClient jdbc;

	private long late;

	private long next;

	@BeforeEach
	void twoHolders(@Autowired DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
		this.jdbc.sql("create table if not exists stock (item varchar(20) primary key, quantity int)").update();
		this.jdbc.sql("alter table stock add column if not exists token bigint default 0 not null").update();
		this.jdbc.sql("merge into stock (item, quantity, token) values ('kettle', 10, 0)").update();
		this.late = token();
		this.next = token();
	}

	private long token() {
		try (LockHandle handle = this.locks.lock(this.key).acquire()) {
			return handle.fencingToken();
		}
	}

	@Test
	void refusesAHolderWhoseSuccessorHasWritten() {
		assertThat(write(9, this.late)).isOne();
		assertThat(write(8, this.next)).isOne();
		assertThat(write(7, this.late)).isZero();
		assertThat(quantity()).isEqualTo(8);
	}

	@Test
	void letsAHolderWriteSeveralTimes() {
		assertThat(write(9, this.next)).isOne();
		assertThat(write(9, this.next)).isOne();
	}

	@Test
	void withoutARaisedTokenALateHolderPassesBeforeItsSuccessorWrites() {
		int read = quantity();
		assertThat(write(5, this.late)).isOne();
		assertThat(write(read - 1, this.next)).isOne();
		assertThat(quantity()).isEqualTo(9);
	}

	@Test
	void aTokenThatIsRaisedBeforeReadingLetsTheLateHolderWaitAndRefusesIt() {
		AtomicReference<CompletableFuture<Integer>> lateWrite = new AtomicReference<>();
		inTransaction(() -> {
			assertThat(raiseToken(this.next)).isOne();
			int read = quantity();
			lateWrite.set(CompletableFuture.supplyAsync(() -> write(5, this.late)));
			await().during(Duration.ofMillis(200)).until(() -> !lateWrite.get().isDone());
			assertThat(write(read - 1, this.next)).isOne();
		});
		assertThat(lateWrite.get().join()).isZero();
		assertThat(quantity()).isEqualTo(9);
	}

	private int write(int quantity, long token) {
		return this.jdbc
			.sql("update stock set quantity = :quantity, token = :token where item = :item and token <= :token")
			.param("quantity", quantity)
			.param("token", token)
			.param("item", "kettle")
			.update();
	}

	private int raiseToken(long token) {
		return this.jdbc.sql("update stock set token = :token where item = :item and token <= :token")
			.param("token", token)
			.param("item", "kettle")
			.update();
	}

	private int quantity() {
		return this.jdbc.sql("select quantity from stock where item = 'kettle'").query(int.class).single();
	}

}
