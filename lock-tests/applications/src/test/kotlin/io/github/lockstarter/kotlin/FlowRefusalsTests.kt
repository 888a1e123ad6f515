package io.github.lockstarter.kotlin

import io.github.lockstarter.DistributedLock
import io.github.lockstarter.DistributedLock.LockFailStrategy
import io.github.lockstarter.LockClient
import io.github.lockstarter.LockFailureHandler
import io.github.lockstarter.LockFailureHandler.Answer
import io.github.lockstarter.LockNotAcquiredException
import io.github.lockstarter.UnavailablePolicy
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration
import io.github.lockstarter.autoconfigure.LockAutoConfiguration
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration
import io.github.lockstarter.core.DefaultLockClient
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.stereotype.Component
import kotlin.time.Duration.Companion.seconds

/** Tests for what functions give that return flows, if they don't obtain the lock. */
class FlowRefusalsTests {

	private val runner = ApplicationContextRunner()
		.withConfiguration(
			AutoConfigurations.of(
				LockAutoConfiguration::class.java, LockAopAutoConfiguration::class.java,
				LockReactiveAutoConfiguration::class.java, AopAutoConfiguration::class.java
			)
		)
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Movements::class.java)

	private fun whileHeld(runner: ApplicationContextRunner, check: suspend (Movements) -> Unit) {
		runner.run { context ->
			val movements = context.getBean(Movements::class.java)
			context.getBean(LockClient::class.java).lock("key").acquire().detach().use {
				runBlocking { withTimeout(60.seconds) { check(movements) } }
			}
			runBlocking { withTimeout(60.seconds) { assertThat(movements.skipping().toList()).containsExactly("done") } }
		}
	}

	@Test
	fun `a refusal fails the flow when it is collected`() = whileHeld(this.runner) { movements ->
		val refused = movements.failing()
		assertThrows<LockNotAcquiredException> { refused.toList() }
		val later = movements.failingLater()
		assertThrows<LockNotAcquiredException> { later.toList() }
	}

	@Test
	fun `what is skipped is an empty flow`() = whileHeld(this.runner) { movements ->
		assertThat(movements.skipping().toList()).isEmpty()
		assertThat(movements.skippingLater().toList()).isEmpty()
	}

	@Test
	fun `a fallback is a flow, too`() = whileHeld(this.runner) { movements ->
		assertThat(movements.orElse().toList()).containsExactly("else")
		assertThat(movements.orElseLater().toList()).containsExactly("else later")
	}

	@Test
	fun `a handler answers with a flow or with what it emits`() {
		for (answer in listOf(flowOf("handled"), "handled")) {
			whileHeld(this.runner.withBean(LockFailureHandler::class.java, { LockFailureHandler { Answer.of(answer) } })) {
				assertThat(it.skipping().toList()).containsExactly("handled")
			}
		}
	}

	@Test
	fun `an unavailable store is a refusal if that is the policy`() {
		this.runner.run { context ->
			context.getBean(DefaultLockClient::class.java).close()
			runBlocking {
				assertThat(context.getBean(Movements::class.java).skipping().toList()).isEmpty()
				assertThat(context.getBean(Movements::class.java).orElse().toList()).containsExactly("else")
			}
		}
	}

	@Component
	class Movements {

		@DistributedLock(key = ["key"], waitTime = 0)
		fun failing(): Flow<String> = flowOf("done")

		@DistributedLock(key = ["key"], waitTime = 0)
		suspend fun failingLater(): Flow<String> = later("done")

		@DistributedLock(
			key = ["key"], waitTime = 0, failStrategy = LockFailStrategy.SKIP,
			onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED
		)
		fun skipping(): Flow<String> = flowOf("done")

		@DistributedLock(key = ["key"], waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		suspend fun skippingLater(): Flow<String> = later("done")

		@DistributedLock(
			key = ["key"], waitTime = 0, fallback = "instead", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED
		)
		fun orElse(): Flow<String> = flowOf("done")

		fun instead(): Flow<String> = flowOf("else")

		@DistributedLock(key = ["key"], waitTime = 0, fallback = "insteadLater")
		suspend fun orElseLater(): Flow<String> = later("done")

		suspend fun insteadLater(): Flow<String> = later("else later")

		private suspend fun later(value: String): Flow<String> {
			delay(1)
			return flowOf(value)
		}

	}

}
