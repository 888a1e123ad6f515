package io.github.lockstarter.kotlin

import io.github.lockstarter.DistributedLock
import io.github.lockstarter.DistributedLock.LockFailStrategy
import io.github.lockstarter.LockDefinitionException
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration
import io.github.lockstarter.autoconfigure.LockAutoConfiguration
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.stereotype.Component
import java.util.Optional
import java.util.concurrent.CompletableFuture

/** Tests that no fail strategy gives null where Kotlin does not expect it. */
class NullabilityTests {

	private val runner = ApplicationContextRunner()
		.withConfiguration(
			AutoConfigurations.of(
				LockAutoConfiguration::class.java, LockAopAutoConfiguration::class.java,
				LockReactiveAutoConfiguration::class.java, AopAutoConfiguration::class.java
			)
		)
		.withPropertyValues("distributed-lock.store=memory")

	@ParameterizedTest
	@ValueSource(classes = [Skipping::class, ReturningNull::class, Suspending::class])
	fun `refuses a type that is never null`(type: Class<*>) {
		this.runner.withBean(type).run { context ->
			assertThat(context).hasFailed()
			assertThat(context.startupFailure).isInstanceOf(LockDefinitionException::class.java)
				.hasMessageContaining("${type.simpleName}.run can't be locked: its fail strategy is ")
				.hasMessageContaining(", but it returns String, which is never null in Kotlin. Return String?, or use")
		}
	}

	@ParameterizedTest
	@ValueSource(
		classes = [Nullable::class, Nothing::class, SuspendingForNothing::class, EmptyOptional::class, Future::class,
			OfFlow::class, Generic::class, Throwing::class]
	)
	fun `accepts what may be null or empty`(type: Class<*>) {
		this.runner.withBean(type).run { context -> assertThat(context).hasNotFailed() }
	}

	@Component
	class Skipping {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun run(): String = "ran"

	}

	@Component
	class ReturningNull {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.RETURN_NULL)
		fun run(): String = "ran"

	}

	@Component
	class Suspending {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		suspend fun run(): String = "ran"

	}

	@Component
	class Nullable {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun run(): String? = null

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.RETURN_NULL)
		suspend fun later(): String? = null

	}

	@Component
	class Nothing {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun run() {
		}

	}

	@Component
	class SuspendingForNothing {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		suspend fun run() {
		}

	}

	@Component
	class EmptyOptional {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun run(): Optional<String> = Optional.of("ran")

	}

	@Component
	class Future {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun run(): CompletableFuture<String> = CompletableFuture.completedFuture("ran")

	}

	@Component
	class OfFlow {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun run(): Flow<String> = flowOf("ran")

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		suspend fun later(): Flow<String> = flowOf("ran")

	}

	@Component
	class Generic {

		@DistributedLock(key = ["key"], failStrategy = LockFailStrategy.SKIP)
		fun <T> run(value: T): T = value

	}

	@Component
	class Throwing {

		@DistributedLock(key = ["key"])
		fun run(): String = "ran"

	}

}
