package io.github.lockstarter.integration;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.handler.advice.LockRequestHandlerAdvice;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.store.MessageGroupStore;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.messaging.PollableChannel;

/**
 * An application with components that lock: one that takes lines and makes orders of
 * them, one that handles the changes of each customer one at a time, and a candidate for
 * leadership.
 */
@Configuration(proxyBeanMethods = false)
@EnableIntegration
@Import(Elections.class)
class LockedNode {

	static final String ROLE = "bookkeeper";

	@Bean
	PollableChannel orders() {
		return new QueueChannel();
	}

	@Bean
	IntegrationFlow lineFlow(LockRegistry<?> locks, MessageGroupStore groups, OneAtATime work) {
		return IntegrationFlow.from("lines")
			.aggregate((orders) -> orders.lockRegistry(locks)
				.messageStore(groups)
				.expireGroupsUponCompletion(true)
				.releaseStrategy((group) -> {
					work.run();
					return group.size() == group.getSequenceSize();
				}))
			.channel("orders")
			.get();
	}

	@Bean
	LockRequestHandlerAdvice oneChangeOfACustomer(LockRegistry<?> locks) {
		LockRequestHandlerAdvice advice = new LockRequestHandlerAdvice(locks,
				(message) -> message.getHeaders().get("customer"));
		advice.setWaitLockDuration(Duration.ofSeconds(20));
		return advice;
	}

	@Bean
	IntegrationFlow changeFlow(LockRequestHandlerAdvice oneChangeOfACustomer, OneAtATime work) {
		return IntegrationFlow.from("changes")
			.handle((message) -> work.run(), (changes) -> changes.advice(oneChangeOfACustomer))
			.get();
	}

	@Bean
	LockRegistryLeaderInitiator leaderInitiator(LockRegistry<?> locks) {
		LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(locks,
				new DefaultCandidate(null, ROLE));
		initiator.setHeartBeatMillis(50);
		return initiator;
	}

}
