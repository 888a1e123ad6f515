package io.github.lockstarter.kotlin

import io.github.lockstarter.DistributedLock
import io.github.lockstarter.LockAdmin
import io.github.lockstarter.LockLostException
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration
import io.github.lockstarter.autoconfigure.LockAutoConfiguration
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration
import io.github.lockstarter.autoconfigure.LockReactiveTransactionAutoConfiguration
import io.r2dbc.h2.CloseableConnectionFactory
import io.r2dbc.h2.H2ConnectionFactory
import io.r2dbc.spi.ConnectionFactory
import kotlinx.coroutines.delay
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import org.springframework.r2dbc.connection.R2dbcTransactionManager
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.r2dbc.core.await
import org.springframework.stereotype.Component
import org.springframework.transaction.ReactiveTransactionManager
import org.springframework.transaction.annotation.EnableTransactionManagement
import org.springframework.transaction.annotation.Transactional
import org.springframework.transaction.reactive.TransactionalOperator
import org.springframework.transaction.reactive.executeAndAwait

/** Tests for transactions of suspending functions under locks. */
class SuspendingTransactionsTests {

	private val runner = ApplicationContextRunner()
		.withConfiguration(
			AutoConfigurations.of(
				LockAutoConfiguration::class.java, LockAopAutoConfiguration::class.java,
				LockReactiveAutoConfiguration::class.java, LockReactiveTransactionAutoConfiguration::class.java,
				AopAutoConfiguration::class.java
			)
		)
		.withUserConfiguration(LedgerConfiguration::class.java)
		.withPropertyValues("distributed-lock.store=memory")

	private fun with(check: suspend (Ledger, LockAdmin) -> Unit) {
		this.runner.run { context ->
			val ledger = context.getBean(Ledger::class.java)
			runBlocking {
				ledger.create()
				check(ledger, context.getBean(LockAdmin::class.java))
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = ["annotated", "executed"])
	fun `commits what was written under the lock`(way: String) = with { ledger, _ ->
		ledger.write(way) { delay(1) }
		assertThat(ledger.entries()).isEqualTo(1)
	}

	@ParameterizedTest
	@ValueSource(strings = ["annotated", "executed"])
	fun `rolls back what was written if the lock is lost`(way: String) = with { ledger, admin ->
		assertThrows<LockLostException> {
			ledger.write(way) {
				delay(1)
				assertThat(admin.forceRelease("ledger")).isTrue()
			}
		}
		assertThat(ledger.entries()).isZero()
	}

}

private suspend fun Ledger.write(way: String, then: suspend () -> Unit) =
	if (way == "annotated") annotated(then) else executed(then)

/** What the database has. */
@Component
class Ledger(private val operator: TransactionalOperator, connections: ConnectionFactory) {

	private val database = DatabaseClient.create(connections)

	suspend fun create() = this.database.sql("CREATE TABLE ledger (entry VARCHAR(20))").await()

	suspend fun entries(): Long = this.database.sql("SELECT COUNT(*) FROM ledger").mapValue(Long::class.javaObjectType).one()
		.awaitSingle()

	@DistributedLock(key = ["ledger"])
	@Transactional
	suspend fun annotated(then: suspend () -> Unit) = insert(then)

	@DistributedLock(key = ["ledger"])
	suspend fun executed(then: suspend () -> Unit) = this.operator.executeAndAwait { insert(then) }

	private suspend fun insert(then: suspend () -> Unit) {
		this.database.sql("INSERT INTO ledger VALUES ('entry')").await()
		then()
	}

}

@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement
@Import(Ledger::class)
class LedgerConfiguration {

	@Bean(destroyMethod = "close")
	fun connections(): CloseableConnectionFactory = H2ConnectionFactory.inMemory("ledger")

	@Bean
	fun transactionManager(connections: ConnectionFactory) = R2dbcTransactionManager(connections)

	@Bean
	fun operator(manager: ReactiveTransactionManager) = TransactionalOperator.create(manager)

}
