package io.github.lockstarter.kotlin

import io.github.lockstarter.DistributedLock
import io.github.lockstarter.DistributedLock.LockFailStrategy
import io.github.lockstarter.LockContext
import io.github.lockstarter.LockException
import io.github.lockstarter.LossPolicy
import kotlinx.coroutines.flow.Flow
import org.springframework.stereotype.Component
import java.util.concurrent.CompletableFuture

/** A component of a Kotlin application. What is to be done under the lock is passed in. */
@Component
class Stock {

	@DistributedLock(key = ["stock_#{#item}"])
	suspend fun take(item: String, work: suspend () -> String): String {
		LockContext.assertHeld("stock_$item")
		return work()
	}

	@DistributedLock(key = ["stock_#{#item}"], waitTime = 0)
	suspend fun takeAtOnce(item: String, work: suspend () -> String): String = work()

	@DistributedLock(key = ["stock_#{#item}"], waitTime = 0)
	fun takeAndBlock(item: String): String = "$item taken"

	@DistributedLock(key = ["stock_#{#item}"], waitTime = 0)
	fun takeLater(item: String): CompletableFuture<String> = CompletableFuture.completedFuture("$item taken later")

	@DistributedLock(key = ["stock_#{#item}"], waitTime = 0, failStrategy = LockFailStrategy.SKIP)
	suspend fun takeIfFree(item: String, work: suspend () -> Unit): String? {
		work()
		return "taken"
	}

	@DistributedLock(key = ["stock_#{#item}"], waitTime = 0, fallback = "order")
	suspend fun takeOrOrder(item: String, work: suspend () -> Unit): String {
		work()
		return "$item taken"
	}

	suspend fun order(item: String, work: suspend () -> Unit, refusal: LockException): String =
		"$item ordered after ${refusal.javaClass.simpleName}"

	@DistributedLock(key = ["stock_#{#item}"], waitTime = 0, fallback = "note")
	suspend fun takeOrNote(item: String, work: suspend () -> Unit): String {
		work()
		return "$item taken"
	}

	fun note(item: String, work: suspend () -> Unit): String = "$item noted"

	@DistributedLock(key = ["stock_#{#item}"], onLoss = LossPolicy.INTERRUPT)
	suspend fun guard(item: String, work: suspend () -> String): String = work()

	@DistributedLock(key = ["stock_#{#item}"], onLoss = LossPolicy.FAIL)
	suspend fun account(item: String, work: suspend () -> String): String = work()

	@DistributedLock(key = ["stock_#{#item}"])
	suspend fun clear(item: String, work: suspend () -> Unit) = work()

	@DistributedLock(key = ["stock_#{#item}"])
	fun movements(item: String, flow: () -> Flow<String>): Flow<String> = flow()

	@DistributedLock(key = ["stock_#{#item}"])
	suspend fun history(item: String, flow: suspend () -> Flow<String>): Flow<String> = flow()

}
