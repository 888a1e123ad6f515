package io.github.lockstarter.store.record;

import java.time.Duration;
import java.util.Random;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a {@link LockRecordState} that is written as text and read again.
 */
class RecordTextTests {

	private static final String KEY = "k \n%\u0000\ud83d\ude00ß";

	private static final long START = 1_767_225_600_123_457L;

	private static final long EARLY = 1_000_000;

	private static Moment at(long micros) {
		return new Moment(micros, "server", (instance) -> true);
	}

	private static AcquireRequest request(long sequence, Duration placeTimeout) {
		return new AcquireRequest(KEY, sequence, Duration.ofSeconds(10), new Owner("the shop", "web-1", ""),
				placeTimeout, 3);
	}

	@RepeatedTest(200)
	void aRecordThatIsWrittenAndReadBetweenRequestsAnswersAsIfItWereNot(RepetitionInfo repetition) {
		Random random = new Random(repetition.getCurrentRepetition());
		LockRecordState kept = LockRecordState.empty(KEY);
		LockRecordState written = LockRecordState.empty(KEY);
		long micros = START;
		for (int step = 0; step < 100; step++) {
			micros += random.nextInt(2_000_000);
			Moment now = at(micros);
			RecordStep request = RecordStep.any(random, (sequence, placeTimeout) -> request(sequence, placeTimeout));
			Reply<?> expected = request.apply(kept, now);
			Reply<?> reply = request.apply(written, now);
			assertThat(reply.answer()).isEqualTo(expected.answer());
			assertThat(reply.messages()).isEqualTo(expected.messages());
			kept = expected.record();
			written = LockRecordState.read(reply.record().text(micros), micros);
			assertThat(written.isForgotten(now)).isEqualTo(kept.isForgotten(now));
			assertThat(written.inspect(now)).isEqualTo(kept.inspect(now));
			assertThat(written.key()).isEqualTo(KEY);
		}
	}

	@Test
	void aFirstGrantCanBeWrittenBeforeItsMomentIsKnown() {
		Acquisition who = new Acquisition("one", 1);
		LockRecordState empty = LockRecordState.empty(KEY);
		String early = empty.acquire(who, request(1, Duration.ZERO), Way.DEAF, at(EARLY)).record().text(EARLY);
		LockRecordState late = LockRecordState.read(early, START);
		LockRecordState expected = empty.acquire(who, request(1, Duration.ZERO), Way.DEAF, at(START)).record();
		assertThat(late.text(START)).isEqualTo(expected.text(START));
		assertThat(late.inspect(at(START + 5))).isEqualTo(expected.inspect(at(START + 5)));
	}

	@Test
	void itsTextIsPrintable() {
		LockRecordState record = LockRecordState.empty(KEY)
			.acquire(new Acquisition("one", 1), request(1, Duration.ZERO).sharing(Share.READER), Way.TOLD, at(START))
			.record();
		assertThat(record.text(START)).doesNotContain("\u0000")
			.startsWith("1 k%0020%000a%0025%0000")
			.contains("\nheld");
	}

	@Test
	void aRecordOfAnotherLayoutIsRefusedInWords() {
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> LockRecordState.read("2 k 1000\nheld", START))
			.withMessageContaining("layout '2'")
			.withMessageContaining("upgrade")
			.matches((failure) -> !failure.isPassing());
	}

	/** As a former version writes it: the waiter is told, and asks before it believes. */
	@Test
	void aPlaceWithoutItsSecretIsStillGranted() {
		Acquisition waiter = new Acquisition("two", 1);
		String text = LockRecordState.empty(KEY)
			.acquire(new Acquisition("one", 1), request(1, Duration.ZERO), Way.TOLD, at(START))
			.record()
			.acquire(waiter, request(1, Duration.ofSeconds(3)).withSecret("5ec4e7"), Way.TOLD, at(START))
			.record()
			.text(START);
		assertThat(text).contains("\nsecret 5ec4e7");
		assertThat(grantedBy(text)).matches((grant) -> grant.isProvenBy("5ec4e7"));
		assertThat(grantedBy(text.replaceAll("\nsecret .*", "")).proof()).isEmpty();
	}

	private static GrantNotification grantedBy(String text) {
		Reply<?> reply = LockRecordState.read(text, START)
			.release(new Acquisition("one", 1), 0, Duration.ZERO, at(START), true);
		return ((Message.Granted) reply.messages().get(0)).grant();
	}

	@Test
	void linesThatAreNotKnownAreLeftAlone() {
		LockRecordState record = LockRecordState.read("1 k 1000\nfree 5 0\nlater one 7", START);
		assertThat(record.inspect(at(START))).isEqualTo(LockRecord.free(0));
	}

}
