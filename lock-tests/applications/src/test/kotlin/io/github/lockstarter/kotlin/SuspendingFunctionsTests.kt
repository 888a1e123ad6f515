package io.github.lockstarter.kotlin

import io.github.lockstarter.LockAdmin
import io.github.lockstarter.LockCall
import io.github.lockstarter.LockClient
import io.github.lockstarter.LockContext
import io.github.lockstarter.LockFailureHandler
import io.github.lockstarter.LockInstrumentation
import io.github.lockstarter.LockLostException
import io.github.lockstarter.LockNotAcquiredException
import io.github.lockstarter.LockUnavailableException
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration
import io.github.lockstarter.autoconfigure.LockAutoConfiguration
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.atomic.AtomicInteger
import java.util.function.Supplier
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.toJavaDuration

/** Tests for suspending functions and flows under locks. */
class SuspendingFunctionsTests {

	private val runner = ApplicationContextRunner()
		.withConfiguration(
			AutoConfigurations.of(
				LockAutoConfiguration::class.java, LockAopAutoConfiguration::class.java,
				LockReactiveAutoConfiguration::class.java, AopAutoConfiguration::class.java
			)
		)
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.wait-time=60s")
		.withBean(Stock::class.java)

	private lateinit var locks: LockClient

	private lateinit var admin: LockAdmin

	private fun with(check: suspend CoroutineScope.(Stock) -> Unit) {
		this.runner.run { context ->
			this.locks = context.getBean(LockClient::class.java)
			this.admin = context.getBean(LockAdmin::class.java)
			val stock = context.getBean(Stock::class.java)
			runBlocking { withTimeout(60.seconds) { check(stock) } }
			await().until { !isHeld() && this.admin.waiting().isEmpty() }
		}
	}

	private fun isHeld() = this.locks.lock("stock_nut").inspect().held()

	@Test
	fun `holds the lock until the function has ended`() = with { stock ->
		val go = CompletableDeferred<String>()
		val taken = async { stock.take("nut") { go.await() } }
		until { isHeld() }
		go.complete("done")
		assertThat(taken.await()).isEqualTo("done")
		assertThat(isHeld()).isFalse()
	}

	@Test
	fun `runs under the lock on every thread`() = with { stock ->
		assertThat(stock.take("nut") {
			delay(1)
			withContext(Dispatchers.IO) { LockContext.assertHeld("stock_nut") }
			LockContext.assertHeld("stock_nut")
			"held"
		}).isEqualTo("held")
		assertThat(LockContext.held()).isEmpty()
	}

	@Test
	fun `enters a lock again in which it runs already`() = with { stock ->
		assertThat(stock.take("nut") {
			delay(1)
			withContext(Dispatchers.Default) { stock.takeAtOnce("nut") { "entered" } }
		}).isEqualTo("entered")
	}

	@Test
	fun `refuses a coroutine of another scope, which is outside the lock`() = with { stock ->
		val foreign = CoroutineScope(Dispatchers.Default)
		assertThrows<LockNotAcquiredException> {
			stock.take("nut") { foreign.async { stock.takeAtOnce("nut") { "never" } }.await() }
		}
	}

	@Test
	fun `a blocking call enters again what its coroutine holds`() = with { stock ->
		assertThat(stock.take("nut") {
			delay(1)
			withContext(Dispatchers.IO) {
				assertThat(locks.lock("stock_nut").held()).isPresent()
				locks.lock("stock_nut").tryAcquire().orElseThrow().close()
				stock.takeAndBlock("nut") + ", " + stock.takeLater("nut").join()
			}
		}).isEqualTo("nut taken, nut taken later")
		assertThat(isHeld()).isFalse()
	}

	@Test
	fun `excludes other coroutines of the same thread`() = with { stock ->
		val inside = AtomicInteger()
		val done = List(100) {
			async {
				stock.take("nut") {
					assertThat(inside.incrementAndGet()).isOne()
					yield()
					inside.decrementAndGet()
					"done"
				}
			}
		}.awaitAll()
		assertThat(done).hasSize(100).containsOnly("done")
	}

	@Test
	fun `tells the caller that the lock is held by others`() = with { stock ->
		val held = this@SuspendingFunctionsTests.locks.lock("stock_nut").acquire().detach()
		assertThrows<LockNotAcquiredException> { stock.takeAtOnce("nut") { "never" } }
		assertThat(stock.takeIfFree("nut") { }).isNull()
		assertThat(stock.takeOrOrder("nut") { }).isEqualTo("nut ordered after LockNotAcquiredException")
		assertThat(stock.takeOrNote("nut") { }).isEqualTo("nut noted")
		held.close()
		assertThat(stock.takeOrOrder("nut") { }).isEqualTo("nut taken")
	}

	@Test
	fun `passes on what the function throws`() = with { stock ->
		assertThrows<IllegalArgumentException> { stock.take("nut") { throw IllegalArgumentException("stock") } }
		assertThrows<IllegalArgumentException> {
			stock.take("nut") {
				delay(1)
				throw IllegalArgumentException("stock")
			}
		}
	}

	@Test
	fun `returns nothing where there is nothing to return`() = with { stock ->
		var cleared = false
		stock.clear("nut") { cleared = true }
		assertThat(cleared).isTrue()
	}

	@Test
	fun `a cancelled wait gives up its place`() = with { stock ->
		val held = this@SuspendingFunctionsTests.locks.lock("stock_nut").acquire().detach()
		val waiting = launch { stock.take("nut") { "never" } }
		until { admin.waiting().size == 1 }
		waiting.cancelAndJoin()
		until { admin.waiting().isEmpty() }
		held.close()
	}

	@Test
	fun `a cancelled function holds the lock until it has ended`() = with { stock ->
		val inside = CompletableDeferred<Unit>()
		val go = CompletableDeferred<Unit>()
		val taken = launch(Dispatchers.Default) {
			stock.take("nut") {
				try {
					inside.complete(Unit)
					delay(20.seconds)
					"never"
				} finally {
					withContext(NonCancellable) {
						go.await()
						LockContext.assertHeld("stock_nut")
					}
				}
			}
		}
		inside.await()
		taken.cancelAndJoin()
		delay(20.milliseconds)
		assertThat(isHeld()).isTrue()
		go.complete(Unit)
		until { !isHeld() }
	}

	@Test
	fun `is cancelled if its lock is lost`() = with { stock ->
		assertThrows<LockLostException> {
			stock.guard("nut") {
				assertThat(admin.forceRelease("stock_nut")).isTrue()
				delay(20.seconds)
				"never"
			}
		}
	}

	@Test
	fun `fails at its end if its lock was lost`() = with { stock ->
		assertThrows<LockLostException> {
			stock.account("nut") {
				assertThat(admin.forceRelease("stock_nut")).isTrue()
				"done"
			}
		}
	}

	@Test
	fun `holds the lock while a flow is collected`() = with { stock ->
		val movements = stock.movements("nut") {
			flow {
				assertThat(isHeld()).isTrue()
				emit("in")
				delay(1)
				assertThat(isHeld()).isTrue()
				emit("out")
			}
		}
		assertThat(isHeld()).isFalse()
		assertThat(movements.toList()).containsExactly("in", "out")
		until { !isHeld() }
		assertThat(movements.toList()).containsExactly("in", "out")
	}

	@Test
	fun `holds the lock while a flow is collected that came later`() = with { stock ->
		assertThat(stock.history("nut") {
			delay(1)
			flow {
				assertThat(isHeld()).isTrue()
				emit("one")
			}
		}.toList()).containsExactly("one")
	}

	@Test
	fun `a cancelled flow holds the lock until it has ended`() = with { stock ->
		val go = CompletableDeferred<Unit>()
		val movements = stock.movements("nut") {
			flow {
				try {
					emit("in")
					delay(20.seconds)
				} finally {
					withContext(NonCancellable) {
						go.await()
						LockContext.assertHeld("stock_nut")
					}
				}
			}
		}
		val inside = CompletableDeferred<Unit>()
		val collected = launch(Dispatchers.Default) { movements.collect { inside.complete(Unit) } }
		inside.await()
		collected.cancelAndJoin()
		delay(20.milliseconds)
		assertThat(isHeld()).isTrue()
		go.complete(Unit)
		until { !isHeld() }
	}

	@Test
	fun `runs a flow under the lock on every thread`() = with { stock ->
		assertThat(stock.movements("nut") {
			flow {
				withContext(Dispatchers.IO) { LockContext.assertHeld("stock_nut") }
				delay(1)
				LockContext.assertHeld("stock_nut")
				emit("in")
			}
		}.toList()).containsExactly("in")
	}

	@Test
	fun `does not begin what was cancelled before`() = with { stock ->
		val never = launch(start = CoroutineStart.LAZY) { stock.take("nut") { "never" } }
		never.cancelAndJoin()
		assertThat(isHeld()).isFalse()
	}

	@Test
	fun `runs no function when the lock fails, whatever went wrong`() =
		runsNothingWhenTheLockFails { LockFailureHandler.Answer.NONE }

	@Test
	fun `runs no function when a handler fails after the lock`() =
		runsNothingWhenTheLockFails { throw IllegalArgumentException("thrown by a test") }

	private fun runsNothingWhenTheLockFails(handler: LockFailureHandler) {
		val failures = listOf(
			LockNotAcquiredException("stock_nut", 5.milliseconds.toJavaDuration(), 30.seconds.toJavaDuration()),
			LockUnavailableException("stock_nut", 5.milliseconds.toJavaDuration(), null),
			LockLostException("stock_nut", 1), IllegalStateException("unexpected"),
			NoClassDefFoundError("thrown by a test"), StackOverflowError("thrown by a test")
		)
		val failing = FailingAcquisitions()
		this.runner.withBean(LockInstrumentation::class.java, { failing })
			.withBean(LockFailureHandler::class.java, { handler })
			.run { context ->
				val stock = context.getBean(Stock::class.java)
				for (failure in failures) {
					for (thrown in listOf(false, true)) {
						failing.failure = failure
						failing.thrown = thrown
						assertThat(runBlocking { withTimeout(60.seconds) { ran(stock) } }).`as`("%s", failure).isEmpty()
					}
				}
				assertThat(failing.asked).isEqualTo(failures.size * 2 * CALLS)
			}
	}

	/** What has run of all that a lock guards. */
	private suspend fun ran(stock: Stock): List<String> {
		val ran = mutableListOf<String>()
		runCatching { stock.take("nut") { ran.add("take"); "taken" } }
		runCatching { stock.takeIfFree("nut") { ran.add("takeIfFree") } }
		runCatching { stock.clear("nut") { ran.add("clear") } }
		runCatching { stock.guard("nut") { ran.add("guard"); "guarded" } }
		runCatching { stock.takeOrOrder("nut") { ran.add("takeOrOrder") } }
		runCatching { stock.takeOrNote("nut") { ran.add("takeOrNote") } }
		runCatching { stock.movements("nut") { flow { emit("in").also { ran.add("movements") } } }.toList() }
		runCatching { stock.history("nut") { flow { emit("in").also { ran.add("history") } } }.toList() }
		return ran
	}

	/** Lets the coroutines of this thread go on meanwhile. */
	private suspend fun until(condition: () -> Boolean) {
		while (!condition()) {
			delay(10.milliseconds)
		}
	}

	/** Lets no acquisition succeed. */
	private class FailingAcquisitions : LockInstrumentation {

		lateinit var failure: Throwable

		/** Otherwise the stage fails. */
		var thrown = false

		var asked = 0

		override fun <T : Any> acquireAsync(
			call: LockCall, acquisition: Supplier<CompletionStage<T>>
		): CompletionStage<T> {
			this.asked++
			if (this.thrown) {
				throw this.failure
			}
			return acquisition.get().thenCompose { CompletableFuture.failedFuture(this.failure) }
		}

	}

	private companion object {

		/** Of them, and each asks for its lock. */
		const val CALLS = 8

	}

}
