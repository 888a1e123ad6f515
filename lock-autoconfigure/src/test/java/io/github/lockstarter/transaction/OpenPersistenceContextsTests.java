package io.github.lockstarter.transaction;

import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for locks that are taken while entities from before them may be there.
 */
@ExtendWith(LogCapture.class)
class OpenPersistenceContextsTests {

	private static final String REPORT = "is taken while a persistence context is open";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockTransactionAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@AfterEach
	void closeView() {
		if (TransactionSynchronizationManager.hasResource(this)) {
			TransactionSynchronizationManager.unbindResource(this);
		}
	}

	/** As an interceptor of Spring does for each request. */
	private void openView() {
		openView(EntityManagerHolder::new);
	}

	private void openView(Function<EntityManager, EntityManagerHolder> holder) {
		EntityManager entities = (EntityManager) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { EntityManager.class }, (proxy, method, arguments) -> null);
		TransactionSynchronizationManager.bindResource(this, holder.apply(entities));
	}

	private static ContextConsumer<AssertableApplicationContext> locking(String... keys) {
		return (context) -> {
			for (String key : keys) {
				context.getBean(LockClient.class).lock(key).run(() -> assertThat(key).isNotEmpty());
			}
		};
	}

	@Test
	void aLockThatIsTakenInAnOpenViewIsReportedOnce(CapturedLog log) {
		openView();
		this.runner.run(locking("stock", "order"));
		assertThat(log).containsOnlyOnce(REPORT);
		assertThat(log).contains("The lock of [stock]", "'spring.jpa.open-in-view=false'");
	}

	@Test
	void soIsOneInAnOpenSessionOfHibernate(CapturedLog log) {
		openView(SessionHolder::new);
		this.runner.run(locking("stock"));
		assertThat(log).containsOnlyOnce(REPORT);
	}

	@Test
	void soIsOneThatNoThreadWaitsFor(CapturedLog log) {
		openView();
		this.runner.run((context) -> assertThat(
				context.getBean(LockClient.class).lock("stock").acquireAsync().thenCompose((held) -> held.closeAsync()))
			.succeedsWithin(20, TimeUnit.SECONDS));
		assertThat(log).containsOnlyOnce(REPORT);
	}

	@Test
	void aLockWithoutAnOpenViewIsNotReported(CapturedLog log) {
		this.runner.run(locking("stock"));
		assertThat(log).doesNotContain(REPORT);
	}

	@Test
	void aLockInsideATransactionIsNotReportedHere(CapturedLog log) {
		openView();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		try {
			this.runner.run(locking("stock"));
		}
		finally {
			TransactionSynchronizationManager.setActualTransactionActive(false);
		}
		assertThat(log).doesNotContain(REPORT);
	}

	@Test
	void withoutJpaThereIsNoReport() {
		this.runner.withClassLoader(new FilteredClassLoader(EntityManagerHolder.class))
			.run((context) -> assertThat(context).doesNotHaveBean(OpenPersistenceContexts.class));
	}

	/** As the holder of the same name in Spring, which needs Hibernate. */
	static class SessionHolder extends EntityManagerHolder {

		SessionHolder(EntityManager entities) {
			super(entities);
		}

	}

}
