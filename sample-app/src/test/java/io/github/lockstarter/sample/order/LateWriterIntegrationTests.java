package io.github.lockstarter.sample.order;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Shows that the database refuses a holder of the lock that stood still for too long.
 */
@Tag("full")
@SpringBootTest(properties = { "sample.storm.on-start=false", "sample.meeting-point=false" })
class LateWriterIntegrationTests {

	@Autowired
	private LockClient locks;

	@Autowired
	private OrderService service;

	@Autowired
	private OrderRepository orders;

	@Autowired
	private StockRepository stock;

	@Test
	void refusesAWriterThatLostItsLockToAnother() {
		try (LockHandle late = this.locks.lock("stock_lock_grinder")
			.autoRenew(false)
			.leaseTime(Duration.ofMillis(300))
			.acquire()
			.detach()) {
			int read = this.stock.quantityOf("grinder");
			await().until(late::isLost);
			this.service.process(this.orders.place("grinder", 1));
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.stock.write("grinder", read - 5, late.fencingToken()))
				.withMessageContaining("'grinder' was written under a later lock");
			assertThat(this.stock.quantityOf("grinder")).isEqualTo(read - 1);
		}
	}

	@Test
	void refusesAWriterWhoseSuccessorHasOnlyReadYet() {
		long late = this.locks.lock("stock_lock_kettle").call(() -> LockContext.current().fencingToken());
		int read = this.stock.quantityOf("kettle");
		try (LockHandle next = this.locks.lock("stock_lock_kettle").acquire()) {
			this.stock.raiseToken("kettle", next.fencingToken());
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.stock.write("kettle", read - 5, late));
			assertThatExceptionOfType(OptimisticLockingFailureException.class)
				.isThrownBy(() -> this.stock.raiseToken("kettle", late));
			this.stock.write("kettle", read - 1, next.fencingToken());
		}
		assertThat(this.stock.quantityOf("kettle")).isEqualTo(read - 1);
	}

	@Test
	void letsAHolderWriteAsOftenAsItLikes() {
		int before = this.stock.quantityOf("espresso");
		try (LockHandle held = this.locks.lock("stock_lock_espresso").acquire()) {
			this.stock.write("espresso", before - 1, held.fencingToken());
			this.stock.write("espresso", before - 2, held.fencingToken());
		}
		assertThat(this.stock.quantityOf("espresso")).isEqualTo(before - 2);
	}

}
