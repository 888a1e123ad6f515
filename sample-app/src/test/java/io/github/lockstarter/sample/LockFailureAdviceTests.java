package io.github.lockstarter.sample;

import java.time.Duration;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.ProblemDetail;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads what clients are told, which must not be the keys and addresses in the messages
 * of exceptions.
 */
@ExtendWith(OutputCaptureExtension.class)
class LockFailureAdviceTests {

	private static final String KEY = "order_of_jane_doe";

	private final LockFailureAdvice advice = new LockFailureAdvice();

	@Test
	void contentionIsAConflict(CapturedOutput output) {
		assertTold(this.advice.handle(new LockNotAcquiredException(KEY, Duration.ZERO, Duration.ZERO)), 409,
				"This is being processed, try again.");
		assertThat(output).contains(KEY);
	}

	@Test
	void anUnavailableRedisIsAnUnavailableService(CapturedOutput output) {
		assertTold(this.advice.handle(new LockUnavailableException(KEY, Duration.ZERO, null)), 503, "Try again later.");
		assertThat(output).contains(KEY);
	}

	@Test
	void aLossIsAConflict(CapturedOutput output) {
		assertTold(this.advice.handleLoss(new LockLostException(KEY, 7)), 409, "This was undone, try again.");
		assertThat(output).contains(KEY);
	}

	private static void assertTold(ProblemDetail problem, int status, String detail) {
		assertThat(problem.getStatus()).isEqualTo(status);
		assertThat(problem.getDetail()).isEqualTo(detail);
	}

}
