package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.lockstarter.store.StoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GatheredTests {

	private final Requests requests = new Requests(H2.database(UUID.randomUUID().toString())::getConnection,
			new JdbcStoreSettings(JdbcStoreSettings.DEFAULT_TABLE, 1, true));

	private final List<List<String>> statements = new CopyOnWriteArrayList<>();

	private final Gathered<String> gathered = new Gathered<>(this.requests, (key) -> key, this::change);

	private Map<String, Long> change(Connection connection, LockTable table, List<String> keys) throws SQLException {
		this.statements.add(keys);
		if (keys.contains("bad")) {
			throw new SQLException("bad");
		}
		if (keys.contains("conflict")) {
			throw new SQLException("another transaction was faster", "40001");
		}
		return keys.stream()
			.filter((key) -> !key.equals("taken"))
			.collect(Collectors.toMap(Function.identity(), (key) -> (long) key.length()));
	}

	/** Send them while the only thread has something else to do. */
	private List<CompletableFuture<OptionalLong>> send(List<String> keys) {
		List<CompletableFuture<OptionalLong>> results = new ArrayList<>();
		whileTheThreadIsBusy(() -> keys.forEach((key) -> results.add(this.gathered.send(key))));
		return results;
	}

	private void whileTheThreadIsBusy(Runnable task) {
		CountDownLatch done = new CountDownLatch(1);
		this.requests.run((connection, table) -> {
			try {
				done.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			return true;
		});
		try {
			task.run();
		}
		finally {
			done.countDown();
		}
	}

	@Test
	void whatWaitsForAConnectionIsSentTogether() {
		List<CompletableFuture<OptionalLong>> results = send(List.of("a", "taken", "abc"));
		assertThat(results.get(0).join()).hasValue(1);
		assertThat(results.get(1).join()).isEmpty();
		assertThat(results.get(2).join()).hasValue(3);
		assertThat(this.statements).containsExactly(List.of("a", "taken", "abc"));
	}

	@Test
	void aStatementHasEachLockOnce() {
		send(List.of("a", "b", "a", "c")).forEach((result) -> assertThat(result.join()).hasValue(1));
		assertThat(this.statements).containsExactly(List.of("a", "b"), List.of("a", "c"));
	}

	@Test
	void aStatementIsNoLongerThanSixtyFourRequests() {
		List<String> keys = IntStream.range(0, 200).mapToObj(Integer::toString).toList();
		send(keys).forEach((result) -> assertThat(result.join()).isPresent());
		assertThat(this.statements.stream().mapToInt(List::size)).hasSize(4).allMatch((size) -> size <= 64);
	}

	@Test
	void whatFailsByItselfFailsNoOther() {
		List<CompletableFuture<OptionalLong>> results = send(List.of("a", "bad", "b"));
		assertThat(results.get(0).join()).hasValue(1);
		assertThat(results.get(1)).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withCauseInstanceOf(StoreException.class);
		assertThat(results.get(2).join()).hasValue(1);
	}

	@Test
	void aRowThatAnotherTransactionChangesFirstIsNotAsExpected() {
		List<CompletableFuture<OptionalLong>> results = send(List.of("a", "conflict", "abc"));
		assertThat(results.get(0).join()).hasValue(1);
		assertThat(results.get(1).join()).isEmpty();
		assertThat(results.get(2).join()).hasValue(3);
	}

	@Test
	void whatIsRefusedIsNotSentLater() {
		CompletableFuture<OptionalLong> first = new CompletableFuture<>();
		whileTheThreadIsBusy(() -> {
			this.gathered.send("first").whenComplete((moment, failure) -> first.complete(OptionalLong.empty()));
			while (!this.requests.run((connection, table) -> true).isDone()) {
				Thread.onSpinWait();
			}
			assertThat(this.gathered.send("refused")).failsWithin(Duration.ofSeconds(10))
				.withThrowableThat()
				.withCauseInstanceOf(StoreException.class)
				.withMessageContaining("already wait");
		});
		assertThat(first).succeedsWithin(Duration.ofSeconds(20));
		assertThat(this.statements).doesNotContain(List.of("first", "refused")).doesNotContain(List.of("refused"));
	}

}
