package io.github.lockstarter.applications

import io.github.lockstarter.DistributedLock
import io.github.lockstarter.LockContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import kotlin.time.Duration.Companion.milliseconds

/** A Kotlin application, on whatever server. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(KotlinController::class)
class KotlinApplication {

	companion object {

		val TALLY = Tally()

	}

}

@RestController
class KotlinController {

	@GetMapping("/suspending")
	@DistributedLock(key = ["tally"])
	suspend fun suspending(): Int {
		val read = KotlinApplication.TALLY.read()
		delay(1.milliseconds)
		LockContext.assertHeld("tally")
		return KotlinApplication.TALLY.write(read)
	}

	@GetMapping("/flow")
	@DistributedLock(key = ["tally"])
	fun flow(): Flow<String> = flow {
		val read = KotlinApplication.TALLY.read()
		delay(1.milliseconds)
		emit(KotlinApplication.TALLY.write(read).toString())
	}

}
