package io.github.lockstarter.store.redis.command;

import java.time.Duration;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what the scripts return.
 */
class ReplyParserTests {

	@Test
	void anAnswerTellsStateTokenRestAndTime() {
		assertThat(ReplyParser.answer("lock:a", "granted 1795371662607820 30000 1795371662607821"))
			.isEqualTo(new StoreAnswer(AcquisitionState.GRANTED, 1795371662607820L, Duration.ofSeconds(30),
					new StoreClock(1795371662607821L, "")));
	}

	@Test
	void anAnswerToAWaiterTellsTheServer() {
		StoreClock clock = new StoreClock(5, "4f2a");
		assertThat(ReplyParser.answer("lock:a", "queued 0 100 5 4f2a 1").clock()).isEqualTo(clock);
		assertThat(ReplyParser.answer("lock:a", "queued 0 100 5 4f2a 0").clock()).isEqualTo(clock);
		assertThat(ReplyParser.answer("lock:a", "queued 0 100 5 - 1").clock()).isEqualTo(new StoreClock(5, ""));
	}

	@Test
	void aReleaseAndTheNextAcquisitionAreToldTogether() {
		assertThat(ReplyParser.requeued("lock:a", "released 0 0 5, queued 0 100 5 4f2a 1")).satisfies((answers) -> {
			assertThat(answers.released().state()).isEqualTo(AcquisitionState.RELEASED);
			assertThat(answers.next().state()).isEqualTo(AcquisitionState.QUEUED);
			assertThat(answers.next().clock()).isEqualTo(new StoreClock(5, "4f2a"));
		});
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '"',
			value = { "layout 9,holds a record of layout '9'", "layout none,holds something other than a lock" })
	void whatIsNoRecordOfThisLayoutIsNamed(String result, String words) {
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> ReplyParser.answer("lock:a", result))
			.withMessageContaining("the key 'lock:a' " + words);
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> ReplyParser.requeued("lock:a", result))
			.withMessageContaining(words);
	}

}
