package io.github.lockstarter.sample.storm;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResultTableTests {

	private static final SideWork EXACT = new SideWork(160, 0, 9, 240, 5, 240, 240, 0, 0, 0);

	private final StormResult unlocked = new StormResult(StormKind.UNLOCKED, 400, 400, 372, 980, 0, 612.5, 0.04, 1.26,
			new SideWork(160, 71, 9, 764, 23, 764, 764, 412, 0, -130));

	private final StormResult locked = new StormResult(StormKind.ALL, 400, 400, 0, 0, 0, 417.2, 31, 1250.55, EXACT);

	@Test
	void alignsEachRowUnderItsHeader() {
		List<String> lines = new ResultTable(List.of(this.unlocked, this.locked)).toString().lines().toList();
		assertThat(lines).hasSize(3);
		assertThat(lines).extracting(String::length).containsOnly(lines.get(0).length());
		assertThat(lines.get(0).strip().split(" {2,}")).containsExactly("orders placed", "processed", "processed twice",
				"oversold", "orders/s", "wait p50 ms", "wait p99 ms");
		assertThat(lines.get(1).strip().split(" {2,}")).containsExactly("without a lock", "400", "400", "372", "980",
				"613", "0.0", "1.3");
		assertThat(lines.get(2).strip().split(" {2,}")).containsExactly("@DistributedLock", "400", "400", "0", "0",
				"417", "31.0", "1250.6");
	}

	@Test
	void alignsTheWorkBesideTheOrdersUnderItsHeader() {
		List<String> lines = new SideWorkTable(List.of(this.unlocked, this.locked)).toString().lines().toList();
		assertThat(lines).hasSize(3);
		assertThat(lines).extracting(String::length).containsOnly(lines.get(0).length());
		assertThat(lines.get(0).strip().split(" {2,}")).containsExactly("stock counts", "counted wrong", "parcels",
				"most at once", "transfers", "receipts", "numbers twice", "money made or lost");
		assertThat(lines.get(1).strip().split(" {2,}")).containsExactly("without a lock", "160", "71", "764", "23",
				"764", "764", "412", "-130");
		assertThat(lines.get(2).strip().split(" {2,}")).containsExactly("@DistributedLock", "160", "0", "240", "5",
				"240", "240", "0", "0");
	}

	@Test
	void namesInTheVerdictWhatTheLockPrevented() {
		assertThat(new Verdict(this.unlocked, this.locked)).asString()
			.contains("372 orders were processed twice")
			.contains("980 pieces")
			.contains("counted wrong 71 times")
			.contains("up to 23 parcels")
			.contains("at most 5 parcels")
			.contains("412 receipts");
	}

	@Test
	void saysInTheVerdictThatALockedStormWasNotExact() {
		assertThat(new Verdict(this.unlocked, this.unlocked)).asString().startsWith("NOT EXACT");
	}

	@Test
	void isExactOnlyIfEachOrderWasProcessedOnceAndNothingFailed() {
		assertThat(this.locked.isExact()).isTrue();
		assertThat(this.unlocked.isExact()).isFalse();
		assertThat(new StormResult(StormKind.ALL, 400, 399, 0, 0, 0, 1, 1, 1, EXACT).isExact()).isFalse();
		assertThat(new StormResult(StormKind.ALL, 400, 400, 1, 0, 0, 1, 1, 1, EXACT).isExact()).isFalse();
		assertThat(new StormResult(StormKind.ALL, 400, 400, 0, 1, 0, 1, 1, 1, EXACT).isExact()).isFalse();
		assertThat(new StormResult(StormKind.ALL, 400, 400, 0, 0, 1, 1, 1, 1, EXACT).isExact()).isFalse();
	}

	@Test
	void isExactOnlyIfTheWorkBesideTheOrdersWas() {
		assertThat(EXACT.isExact()).isTrue();
		assertThat(new SideWork(160, 1, 9, 240, 5, 240, 240, 0, 0, 0).isExact()).isFalse();
		assertThat(new SideWork(160, 0, 9, 240, 6, 240, 240, 0, 0, 0).isExact()).isFalse();
		assertThat(new SideWork(160, 0, 9, 240, 5, 240, 240, 1, 0, 0).isExact()).isFalse();
		assertThat(new SideWork(160, 0, 9, 240, 5, 240, 240, 0, 0, -10).isExact()).isFalse();
		assertThat(new StormResult(StormKind.ALL, 400, 400, 0, 0, 0, 1, 1, 1, this.unlocked.sideWork()).isExact())
			.isFalse();
	}

}
