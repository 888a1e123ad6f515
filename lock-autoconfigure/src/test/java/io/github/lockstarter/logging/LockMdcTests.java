package io.github.lockstarter.logging;

import java.util.List;
import java.util.Map;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.testing.StubHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.slf4j.MDC;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class LockMdcTests {

	private static final LockCall ORDERS = new LockCall("orders", List.of("order:1"), LockKind.MUTEX);

	private static final LockCall UNNAMED = new LockCall("", List.of("a", "b"), LockKind.MUTEX);

	private final LockMdc mdc = new LockMdc(false);

	@BeforeEach
	@AfterEach
	void clear() {
		MDC.clear();
	}

	@Test
	void tellsLockAndTokenWhileTheBodyRuns() {
		MDC.put("user", "ada");
		assertThat(this.mdc.locked(ORDERS, new StubHandle("order:1"), MDC::getCopyOfContextMap))
			.isEqualTo(Map.of("user", "ada", "lock", "orders", "lockToken", "7"));
		assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("user", "ada"));
	}

	@Test
	void tellsTheInnermostLockAndThenTheOuterOneAgain() {
		this.mdc.locked(ORDERS, new StubHandle("order:1"), () -> {
			this.mdc.locked(UNNAMED, new StubHandle("a", "b"), () -> {
				assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("lock", "none", "lockToken", "7,8"));
				return true;
			});
			assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("lock", "orders", "lockToken", "7"));
			return true;
		});
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "MUTEX")
	void tellsNoTokenOfALockThatIsSharedNotEvenThatOfTheOuterOne(LockKind kind) {
		LockCall shared = new LockCall("reports", List.of("order:1"), kind);
		this.mdc.locked(ORDERS, new StubHandle("order:1"), () -> {
			assertThat(this.mdc.locked(shared, new StubHandle("order:1"), MDC::getCopyOfContextMap))
				.isEqualTo(Map.of("lock", "reports"));
			assertThat(MDC.get("lockToken")).isEqualTo("7");
			return true;
		});
	}

	@Test
	void leavesNothingBehindWhenTheBodyFails() {
		assertThatIllegalStateException().isThrownBy(() -> this.mdc.locked(ORDERS, new StubHandle("order:1"), () -> {
			throw new IllegalStateException();
		}));
		assertThat(MDC.get("lock")).isNull();
		assertThat(MDC.get("lockToken")).isNull();
	}

	@Test
	void tellsTheKeyOnlyIfToldTo() {
		assertThat(
				this.mdc.<String, RuntimeException>locked(ORDERS, new StubHandle("order:1"), () -> MDC.get("lockKey")))
			.isNull();
		assertThat(new LockMdc(true).locked(UNNAMED, new StubHandle("a", "b"), () -> MDC.get("lockKey")))
			.isEqualTo("a,b");
		assertThat(MDC.get("lockKey")).isNull();
	}

}
