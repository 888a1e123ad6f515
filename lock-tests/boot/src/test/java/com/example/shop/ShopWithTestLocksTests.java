package com.example.shop;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.test.RecordingLockClient;
import io.github.lockstarter.test.TestLockMode;
import io.github.lockstarter.test.spring.AutoConfigureTestLocks;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static io.github.lockstarter.test.assertj.LockAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Shows that the test kit takes the place of the locks.
 */
class ShopWithTestLocksTests {

	@Nested
	@SpringBootTest(classes = ShopApplication.class)
	@AutoConfigureTestLocks
	class InMemory {

		@Test
		void recordsTheLocks(@Autowired StockService stock, @Autowired RecordingLockClient locks) {
			stock.put("cup", 1);
			stock.take("cup");
			assertThat(locks).locked("stock:cup").holdsNothing();
		}

	}

	@Nested
	@SpringBootTest(classes = ShopApplication.class)
	@AutoConfigureTestLocks(mode = TestLockMode.REFUSED)
	class Refused {

		@Test
		void refusesAllLocks(@Autowired StockService stock) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> stock.take("cup"));
		}

	}

}
