package io.github.lockstarter.applications

import io.github.lockstarter.DistributedLock
import io.github.lockstarter.LockContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.springframework.stereotype.Component
import java.util.function.LongConsumer

/** Work that suspends under the lock, between two steps that get its token. */
@Component
class SuspendingWork {

	@DistributedLock(key = ["tally"])
	suspend fun work(millis: Long, begins: LongConsumer, ends: LongConsumer) {
		val token = LockContext.current().fencingToken()
		begins.accept(token)
		delay(millis)
		ends.accept(token)
	}

}

/** For a thread that waits until it is done. */
fun await(work: SuspendingWork, millis: Long, begins: LongConsumer, ends: LongConsumer) = runBlocking {
	work.work(millis, begins, ends)
}
