package io.github.lockstarter.sample.storm;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.sample.account.AccountRepository;
import io.github.lockstarter.sample.account.TransferService;
import io.github.lockstarter.sample.carrier.CarrierService;
import io.github.lockstarter.sample.order.Order;
import io.github.lockstarter.sample.order.OrderService;
import io.github.lockstarter.sample.order.Processing;
import io.github.lockstarter.sample.order.StockTaking;
import io.github.lockstarter.sample.till.TillService;
import org.junit.jupiter.api.Test;

import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

class OrderFlowTests {

	private final OrderService orders = mock(OrderService.class);

	private final StormRepository storm = mock(StormRepository.class);

	private final OrderFlow flow = new OrderFlow(this.orders, mock(TransferService.class),
			mock(AccountRepository.class), mock(TillService.class), mock(CarrierService.class), mock(StockTaking.class),
			this.storm);

	private final Order order = new Order(1, "kettle", 1);

	@Test
	void anOrderWhoseLockWasLostIsProcessedAnew() {
		given(this.orders.process(any())).willThrow(new LockLostException("stock", 1))
			.willReturn(new Processing(42, false));
		assertThat(this.flow.workOff(this.order, StormKind.ALL)).isEqualTo(42);
		verify(this.orders, times(2)).process(this.order);
		verify(this.storm).rolledBack(this.order, false);
	}

	@Test
	void anOrderWhoseWriteComesTooLateIsProcessedAgainAndCounted() {
		given(this.orders.process(any())).willThrow(new OptimisticLockingFailureException("late"))
			.willReturn(new Processing(42, false));
		assertThat(this.flow.workOff(this.order, StormKind.ALL)).isEqualTo(42);
		verify(this.storm).rolledBack(this.order, true);
	}

	@Test
	void anOrderWhoseLockIsLostEachTimeFails() {
		given(this.orders.process(any())).willThrow(new LockLostException("stock", 1));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.flow.workOff(this.order, StormKind.ALL));
		verify(this.orders, times(3)).process(this.order);
	}

}
