package io.github.lockstarter.applications;

import java.io.IOException;
import java.net.http.HttpRequest;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Forms of other sites, which a browser sends with the cookies of an operator, where a
 * filter takes a field of theirs for the method.
 */
@Full
class ForgedReleaseTests {

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void aFormOfAnotherSiteThatKnowsOnlyTheKeyReleasesNoLock(WebApplicationType type) throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(type,
				"--distributed-lock.actuator.force-release.enabled=true",
				"--spring.mvc.hiddenmethod.filter.enabled=true", "--spring.webflux.hiddenmethod.filter.enabled=true");
				LockHandle held = application.locks().lock("kettle").acquire()) {
			assertThat(submit(application, "_method=delete")).isEqualTo(400);
			assertThat(held.isValid()).isTrue();
			assertThat(application.locks().lock("kettle").inspect().held()).isTrue();
		}
	}

	private static int submit(ConsoleApplication application, String form) throws IOException, InterruptedException {
		return application
			.send(HttpRequest.newBuilder(application.address("/actuator/locks/kettle"))
				.header("Content-Type", "application/x-www-form-urlencoded")
				.POST(HttpRequest.BodyPublishers.ofString(form)))
			.statusCode();
	}

}
