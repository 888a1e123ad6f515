package io.github.lockstarter.applications

import io.github.lockstarter.testing.Full
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import org.springframework.boot.WebApplicationType

/** Suspending controllers and flows, on two instances of each kind of server. */
@Full
class KotlinIntegrationTests {

	private val requests = 200

	@ParameterizedTest
	@EnumSource(names = ["REACTIVE", "SERVLET"])
	fun `all requests of both instances are counted`(type: WebApplicationType) {
		val before = KotlinApplication.TALLY.read()
		Instances.start(KotlinApplication::class.java, type).use { instances ->
			val answers = (0 until requests).map {
				instances.get(it % 2, if (it % 3 == 0) "/flow" else "/suspending")
			}
			answers.forEach { assertThat(it.join().statusCode()).isEqualTo(200) }
			assertThat(KotlinApplication.TALLY.read()).isEqualTo(before + requests)
			await().until { !instances.isHeld("tally") }
		}
	}

}
