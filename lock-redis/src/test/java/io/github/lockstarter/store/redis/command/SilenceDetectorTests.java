package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(RepeatedIfDisturbed.class)
class SilenceDetectorTests {

	private static final Duration LONGEST = Duration.ofMillis(200);

	private final AtomicInteger tooLong = new AtomicInteger();

	private final SessionTimer timer = new SessionTimer();

	private final SilenceDetector silence = new SilenceDetector(this.timer, LONGEST, this.tooLong::incrementAndGet);

	@Test
	void isToldOnceWhenNothingIsAnswered() {
		long startedAt = System.nanoTime();
		this.silence.begins();
		this.silence.begins();
		await().until(() -> this.tooLong.get() == 1);
		assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isGreaterThanOrEqualTo(LONGEST);
		await().during(LONGEST.multipliedBy(2)).until(() -> this.tooLong.get() == 1);
	}

	@Test
	void isNotToldWhileAnythingIsAnswered() {
		await().during(LONGEST.multipliedBy(3)).until(() -> {
			this.silence.begins();
			this.silence.ends();
			return this.tooLong.get() == 0;
		});
		await().during(LONGEST.multipliedBy(2)).until(() -> this.tooLong.get() == 0);
	}

	@Test
	void isNoticedAfterAnAnswerToo() {
		this.silence.begins();
		this.silence.ends();
		this.silence.begins();
		await().until(() -> this.tooLong.get() == 1);
	}

	@Test
	void beginsAnew() {
		this.silence.begins();
		await().until(() -> this.tooLong.get() == 1);
		this.silence.begins();
		await().until(() -> this.tooLong.get() == 2);
	}

	@AfterEach
	void closeTimer() {
		this.timer.close();
	}

}
