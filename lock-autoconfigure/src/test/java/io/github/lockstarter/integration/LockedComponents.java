package io.github.lockstarter.integration;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockIntegrationAutoConfiguration;
import io.github.lockstarter.store.LockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.store.MessageGroupStore;
import org.springframework.integration.store.SimpleMessageStore;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.PollableChannel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for components of Spring Integration in two applications that share their locks.
 */
abstract class LockedComponents {

	private final MessageGroupStore groups = new SharedGroups();

	private final OneAtATime work = new OneAtATime();

	private final AnnotationConfigApplicationContext one;

	private final AnnotationConfigApplicationContext two;

	LockedComponents(LockStore store) {
		this.one = node(store);
		this.two = node(store);
	}

	private AnnotationConfigApplicationContext node(LockStore store) {
		AnnotationConfigApplicationContext node = new AnnotationConfigApplicationContext();
		TestPropertyValues.of("distributed-lock.drain-timeout=2s").applyTo(node);
		node.registerBean(LockStore.class, () -> store);
		node.registerBean(MessageGroupStore.class, () -> this.groups);
		node.registerBean(OneAtATime.class, () -> this.work);
		node.register(LockedNode.class, LockAutoConfiguration.class, LockIntegrationAutoConfiguration.class);
		node.refresh();
		return node;
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
	}

	@Test
	void anAggregatorCompletesAGroupOnceWhereverItsMessagesCome() {
		List<Message<String>> messages = IntStream.range(0, 20)
			.mapToObj((number) -> MessageBuilder.withPayload("line " + number)
				.setCorrelationId("order 42")
				.setSequenceNumber(number)
				.setSequenceSize(20)
				.build())
			.toList();
		CompletableFuture<?> evens = send(this.one, "lines", messages.stream().filter((message) -> isEven(message)));
		CompletableFuture<?> odds = send(this.two, "lines", messages.stream().filter((message) -> !isEven(message)));
		CompletableFuture.allOf(evens, odds).join();
		List<? extends Message<?>> orders = Stream.of(this.one, this.two)
			.map((node) -> node.getBean("orders", PollableChannel.class).receive(0))
			.filter((order) -> order != null)
			.toList();
		assertThat(orders).singleElement().satisfies((order) -> assertThat((List<?>) order.getPayload()).hasSize(20));
		assertThat(this.work.most()).isEqualTo(1);
	}

	private static boolean isEven(Message<String> line) {
		return line.getPayload().matches(".*[02468]");
	}

	@Test
	void messagesWithTheSameKeyAreHandledOneAtATime() {
		List<Message<String>> messages = IntStream.range(0, 10)
			.mapToObj((number) -> MessageBuilder.withPayload("change " + number).setHeader("customer", "ada").build())
			.toList();
		CompletableFuture<?> here = send(this.one, "changes", messages.stream());
		CompletableFuture<?> there = send(this.two, "changes", messages.stream());
		CompletableFuture.allOf(here, there).join();
		assertThat(this.work.done()).isEqualTo(20);
		assertThat(this.work.most()).isEqualTo(1);
	}

	private static CompletableFuture<?> send(AnnotationConfigApplicationContext node, String channel,
			Stream<Message<String>> messages) {
		MessageChannel input = node.getBean(channel, MessageChannel.class);
		return CompletableFuture.runAsync(() -> messages.forEach(input::send));
	}

	@Test
	void oneNodeLeadsAndTheOtherTakesOverWhenItStops() {
		await().until(() -> leads(this.one) || leads(this.two));
		AnnotationConfigApplicationContext leader = leads(this.one) ? this.one : this.two;
		AnnotationConfigApplicationContext follower = (leader == this.one) ? this.two : this.one;
		assertThat(leads(follower)).isFalse();
		leader.close();
		await().until(() -> leads(follower));
	}

	@Test
	void aLeaderThatLostItsLockIsTold() {
		await().until(() -> leads(this.one) || leads(this.two));
		AnnotationConfigApplicationContext leader = leads(this.one) ? this.one : this.two;
		Elections elections = leader.getBean(Elections.class);
		await().untilAsserted(() -> assertThat(elections.events()).hasExactlyElementsOfTypes(OnGrantedEvent.class));
		leader.getBean(LockAdmin.class).forceRelease(LockedNode.ROLE);
		await().until(() -> elections.events().size() > 1);
		assertThat(elections.events().get(1)).isInstanceOf(OnRevokedEvent.class);
		await().until(() -> leads(this.one) != leads(this.two));
	}

	private static boolean leads(AnnotationConfigApplicationContext node) {
		return node.getBean(LockRegistryLeaderInitiator.class).getContext().isLeader();
	}

	/**
	 * Each aggregator wants a store of its own, which in two JVMs would have the same
	 * data.
	 */
	private static final class SharedGroups extends SimpleMessageStore {

		@Override
		public void registerMessageGroupExpiryCallback(MessageGroupCallback callback) {
			// no group expires
		}

	}

}
