package io.github.lockstarter.kotlin

import io.github.lockstarter.LockContext
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration
import io.github.lockstarter.autoconfigure.LockAutoConfiguration
import io.github.lockstarter.autoconfigure.LockMdcAutoConfiguration
import io.github.lockstarter.autoconfigure.LockObservationAutoConfiguration
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration
import io.github.lockstarter.logging.LockMdc
import io.micrometer.context.ContextRegistry
import io.micrometer.context.integration.Slf4jThreadLocalAccessor
import io.micrometer.observation.Observation
import io.micrometer.observation.ObservationHandler
import io.micrometer.observation.ObservationRegistry
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.slf4j.MDC
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.core.PropagationContextElement

/** Tests for what follows a coroutine under a lock from thread to thread. */
class CoroutineContextTests {

	private val observations = ObservationRegistry.create().apply {
		observationConfig().observationHandler(ObservationHandler<Observation.Context> { true })
	}

	private val runner = ApplicationContextRunner()
		.withConfiguration(
			AutoConfigurations.of(
				LockAutoConfiguration::class.java, LockAopAutoConfiguration::class.java,
				LockReactiveAutoConfiguration::class.java, LockObservationAutoConfiguration::class.java,
				LockMdcAutoConfiguration::class.java, AopAutoConfiguration::class.java
			)
		)
		.withPropertyValues("distributed-lock.store=memory", "distributed-lock.show-keys=true")
		.withBean(ObservationRegistry::class.java, { this.observations })
		.withBean(Stock::class.java)

	@BeforeEach
	fun propagate() {
		ContextRegistry.getInstance().registerThreadLocalAccessor(Slf4jThreadLocalAccessor())
		ContextRegistry.getInstance().registerThreadLocalAccessor(ObservationThreadLocalAccessor(this.observations))
	}

	@AfterEach
	fun propagateNoMore() {
		ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY)
		ContextRegistry.getInstance().removeThreadLocalAccessor(ObservationThreadLocalAccessor.KEY)
	}

	@Test
	fun `the lock is there on other threads, and with Spring's element observation and log fields too`() {
		this.runner.run { context ->
			val stock = context.getBean(Stock::class.java)
			assertThat(runBlocking { stock.take("nut") { withContext(Dispatchers.IO) { seen() } } })
				.isEqualTo("[stock_nut] in null with null")
			assertThat(runBlocking {
				stock.take("nut") {
					withContext(PropagationContextElement()) {
						delay(1)
						withContext(Dispatchers.IO) { seen() }
					}
				}
			}).isEqualTo("[stock_nut] in distributed.lock.section with stock_nut")
			assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty()
		}
	}

	private fun seen() = "${LockContext.current().keys()} in ${this.observations.currentObservation?.context?.name}" +
		" with ${MDC.get(LockMdc.KEY)}"

}
