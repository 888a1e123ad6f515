package com.example.shop;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Forty calls at a time for the same item, of which there are forty pieces.
 */
final class Rush {

	private static final int CALLS = 40;

	private Rush() {
	}

	static void assertTakesEachPieceOnce(StockService stock) {
		stock.put("kettle", CALLS);
		List<CompletableFuture<Long>> taken = IntStream.range(0, CALLS)
			.mapToObj((each) -> CompletableFuture.supplyAsync(() -> stock.take("kettle")))
			.toList();
		assertThat(taken.stream().map(CompletableFuture::join)).as("tokens").doesNotHaveDuplicates();
		assertThat(stock.quantity("kettle")).isZero();
	}

}
