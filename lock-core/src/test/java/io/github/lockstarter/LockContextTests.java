package io.github.lockstarter;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class LockContextTests {

	private final DefaultLockClient client = new DefaultLockClient(new MemoryLockStore(),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT);

	@AfterEach
	void nothingIsHeldAfterwards() {
		assertThat(LockContext.held()).isEmpty();
		this.client.close();
	}

	@Test
	void knowsTheInnermostHandleAndAllAroundIt() {
		this.client.lock("order:1").name("orders").run(() -> {
			LockHandle outer = LockContext.current();
			this.client.lock("stock:7").run(() -> {
				assertThat(LockContext.current().keys()).containsExactly("stock:7");
				assertThat(LockContext.held()).containsExactly(LockContext.current(), outer);
			});
			assertThat(LockContext.current()).isSameAs(outer);
		});
	}

	@Test
	void forgetsABodyThatThrows() {
		assertThatIllegalStateException().isThrownBy(() -> this.client.lock("order:1").run(() -> {
			throw new IllegalStateException("body");
		})).withMessage("body");
		assertThat(LockContext.held()).isEmpty();
	}

	@Test
	void findsALockByItsNameAndByItsKeys() {
		this.client.lock(List.of("order:1", "order:2")).name("orders").run(() -> {
			assertThat(LockContext.assertHeld("orders")).isSameAs(LockContext.current());
			assertThat(LockContext.assertHeld("order:2")).isSameAs(LockContext.current());
			this.client.lock("stock:7").run(() -> LockContext.assertHeld("orders"));
		});
	}

	@Test
	void refusesToGoOnWithoutALock() {
		assertThatIllegalStateException().isThrownBy(() -> LockContext.assertHeld("orders"))
			.withMessageContaining("runs no code under lock 'orders'")
			.withMessageContaining("Call the locked method through its bean, not on 'this'")
			.withMessageContaining("pass its handle to this thread and run the work with LockHandle.run");
		assertThatIllegalStateException().isThrownBy(LockContext::current).withMessageContaining("@DistributedLock");
	}

	@Test
	void refusesToGoOnWithALostLock() {
		this.client.lock("order:1").autoRenew(false).leaseTime(LockOption.SHORTEST_LEASE).run(() -> {
			await().until(LockContext.current()::isLost);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> LockContext.assertHeld("order:1"));
		});
	}

	@Test
	void aLostLockStaysLostWhenItIsClosed() {
		this.client.lock("order:1").autoRenew(false).leaseTime(LockOption.SHORTEST_LEASE).run(() -> {
			LockHandle handle = LockContext.current();
			await().until(handle::isLost);
			handle.close();
			assertThat(handle.state()).isEqualTo(LockState.LOST);
			assertThat(LockContext.held()).containsExactly(handle);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> LockContext.assertHeld("order:1"));
		});
	}

	@Test
	void otherThreadsDoNotSeeIt() {
		this.client.lock("order:1")
			.run(() -> assertThat(CompletableFuture.supplyAsync(LockContext::held).join()).isEmpty());
	}

}
