package io.github.lockstarter.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.StallProofClients;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with a database and locks. After each test no lock is held and no
 * transaction runs.
 */
@SpringBootTest(classes = { TransactionsUnderLocks.Application.class, TransactionsUnderLocks.StallProofLocks.class },
		properties = "spring.main.banner-mode=off")
@ExtendWith(LogCapture.class)
abstract class TransactionsUnderLocks {

	final String key = "key:" + UUID.randomUUID();

	private final List<String> keys = new ArrayList<>(List.of(this.key));

	@Autowired
	LockClient locks;

	@Autowired
	Ledger ledger;

	@Autowired
	LockedWork work;

	@Autowired
	PlatformTransactionManager manager;

	/** One more key that shall be free after the test. */
	String anotherKey() {
		String another = "another:" + UUID.randomUUID();
		this.keys.add(another);
		return another;
	}

	boolean isHeld(String held) {
		return this.locks.lock(held).inspect().held();
	}

	void inTransaction(Runnable body) {
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, body);
	}

	void inNewTransaction(Runnable body) {
		inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, body);
	}

	void inTransaction(int propagation, Runnable body) {
		TransactionTemplate template = new TransactionTemplate(this.manager);
		template.setPropagationBehavior(propagation);
		template.executeWithoutResult((status) -> body.run());
	}

	@AfterEach
	void leavesNothingBehind() {
		this.ledger.clear();
		assertThat(this.keys).noneMatch(this::isHeld);
		assertThat(LockContext.held()).isEmpty();
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, DataRedisAutoConfiguration.class,
			DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
			JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class, TransactionAutoConfiguration.class,
			TransactionManagerCustomizationAutoConfiguration.class, LockAutoConfiguration.class,
			LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class })
	@Import({ Ledger.class, LockedWork.class })
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	static class StallProofLocks {

		@Bean
		DefaultLockClient locks(LockSettings settings) {
			return StallProofClients.newClient(StallProofMemory.newStore(), settings,
					new ClientIdentity("shop", "one"));
		}

	}

}
