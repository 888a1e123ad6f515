package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.redis.versions.Instance.Answer;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.SetArgs;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.AcquisitionState.LOST;
import static io.github.lockstarter.store.AcquisitionState.QUEUED;
import static io.github.lockstarter.store.AcquisitionState.REFUSED;
import static io.github.lockstarter.store.AcquisitionState.RELEASED;
import static io.github.lockstarter.store.redis.versions.Instance.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that instances of a former version and of the present one share locks.
 */
class MixedVersionsIntegrationTests extends MixedVersions {

	private static final Duration SHORT = Duration.ofMillis(300);

	@Test
	void theyExcludeEachOtherAndTokensGrow() {
		List<Long> tokens = new ArrayList<>();
		for (Instance holder : List.of(this.first, this.second, this.third)) {
			Answer granted = holder.acquire(1, null, LEASE, false);
			assertThat(granted.state()).isEqualTo(GRANTED);
			tokens.add(granted.token());
			for (Instance other : List.of(this.first, this.second, this.third)) {
				assertThat(other == holder || other.acquire(2, null, LEASE, false).state() == REFUSED).isTrue();
			}
			assertThat(holder.renew(1, LEASE)).isEqualTo(GRANTED);
			assertThat(release(holder)).isEqualTo(RELEASED);
		}
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void thoseThatWaitAreServedInOrderAndHearOfIt() {
		take(this.first, null);
		assertThat(queue(this.second, null)).isEqualTo(QUEUED);
		assertThat(queue(this.third, null)).isEqualTo(QUEUED);
		release(this.first);
		awaitHearing(this.second);
		assertThat(queue(this.second, null)).isEqualTo(GRANTED);
		assertThat(queue(this.third, null)).isEqualTo(QUEUED);
		release(this.second);
		awaitHearing(this.third);
		assertThat(queue(this.third, null)).isEqualTo(GRANTED);
	}

	private static void awaitHearing(Instance instance) {
		if (instance instanceof PresentInstance present) {
			await().untilAsserted(() -> assertThat(present.granted).isNotEmpty());
		}
	}

	@Test
	void whoAsksAgainGoesToTheEndOfTheQueue() {
		take(this.first, null);
		queue(this.second, null);
		assertThat(this.first.requeue(1, 2)).isEqualTo(QUEUED);
		awaitGrant(this.second, null);
		assertThat(this.second.requeue(1, 2)).isEqualTo(QUEUED);
		await().untilAsserted(() -> assertThat(this.first.acquire(2, null, LEASE, true).state()).isEqualTo(GRANTED));
	}

	@Test
	void theyReadTogetherAndAWriterWaitsForAll() {
		assertThat(take(this.first, Share.READER)).isEqualTo(GRANTED);
		assertThat(take(this.second, Share.READER)).isEqualTo(GRANTED);
		assertThat(queue(this.third, null)).isEqualTo(QUEUED);
		assertThat(this.second.acquire(2, Share.READER, LEASE, false).state()).isEqualTo(REFUSED);
		assertThat(this.first.renew(1, LEASE)).isEqualTo(GRANTED);
		assertThat(this.second.renew(1, LEASE)).isEqualTo(GRANTED);
		assertThat(release(this.first)).isEqualTo(RELEASED);
		assertThat(queue(this.third, null)).isEqualTo(QUEUED);
		assertThat(release(this.second)).isEqualTo(RELEASED);
		awaitGrant(this.third, null);
	}

	@Test
	void readersThatAreNextAreLetInTogether() {
		take(this.first, null);
		queue(this.second, Share.READER);
		queue(this.third, Share.READER);
		release(this.first);
		awaitGrant(this.second, Share.READER);
		awaitGrant(this.third, Share.READER);
		assertThat(StoredRecord.of(this.admin, this.record).reserved()).as("permits in use").isEqualTo(2);
	}

	@Test
	void theyCountThePermitsOfEachOther() {
		assertThat(take(this.first, TWO_OF_THREE)).isEqualTo(GRANTED);
		assertThat(take(this.second, TWO_OF_THREE)).isEqualTo(REFUSED);
		assertThat(this.second.acquire(2, ONE_OF_THREE, LEASE, false).state()).isEqualTo(GRANTED);
		assertThat(queue(this.third, ONE_OF_THREE)).isEqualTo(QUEUED);
		this.second.release(2, Duration.ZERO);
		awaitGrant(this.third, ONE_OF_THREE);
	}

	@Test
	void aLeaseThatIsOverIsALossForBoth() {
		this.first.acquire(1, null, SHORT, false);
		awaitGrant(this.second, null);
		assertThat(this.first.renew(1, LEASE)).isEqualTo(LOST);
		assertThat(release(this.first)).isEqualTo(LOST);
		assertThat(release(this.second)).isEqualTo(RELEASED);
	}

	@Test
	void permitsOfOneThatIsGoneReturnToTheOther() {
		this.first.acquire(1, TWO_OF_THREE, SHORT, false);
		awaitGrant(this.second, TWO_OF_THREE);
		assertThat(release(this.first)).isEqualTo(LOST);
		assertThat(this.second.renew(1, LEASE)).isEqualTo(GRANTED);
	}

	@Test
	void aRequestThatComesLateIsToldHowItEnded() {
		take(this.first, null);
		queue(this.second, null);
		release(this.first);
		awaitGrant(this.second, null);
		release(this.second);
		assertThat(queue(this.first, null)).isEqualTo(RELEASED);
		assertThat(queue(this.second, null)).isEqualTo(RELEASED);
	}

	@Test
	void aLockThatIsKeptIsFreeWhenItsTimeIsOver() {
		take(this.first, null);
		assertThat(this.first.release(1, LONG_ENOUGH_TO_BE_REFUSED)).isEqualTo(RELEASED);
		assertThat(take(this.second, null)).isEqualTo(REFUSED);
		awaitGrant(this.second, null);
	}

	/** Whatever a later version means by it. */
	@Test
	void anOwnerThatNobodyIsHoldsTheLockUntilItsDeadline() {
		long[] time = this.admin.time().stream().mapToLong(Long::parseLong).toArray();
		String unknown = "lock/4 later:0 %d%06d %012d 0\n\n\n".formatted(time[0], time[1],
				LONG_ENOUGH_TO_BE_REFUSED.toMillis());
		this.admin.set(this.record, unknown, SetArgs.Builder.px(LEASE.toMillis()));
		assertThat(take(this.first, null)).isEqualTo(REFUSED);
		assertThat(take(this.second, Share.READER)).isEqualTo(REFUSED);
		awaitGrant(this.first, null);
	}

	@Test
	void whatALaterVersionAddsToAPlaceIsLeftOut() {
		take(this.first, null);
		queue(this.second, Share.READER);
		queue(this.third, null);
		String written = this.admin.get(this.record);
		this.admin.set(this.record, written.replaceAll("( \\S+@\\S+)", "$1~later"), SetArgs.Builder.keepttl());
		assertThat(StoredRecord.of(this.admin, this.record).queue()).matches("( \\S+~later){2}");
		release(this.first);
		assertThat(StoredRecord.of(this.admin, this.record).owner()).as("whom the lock was handed to").isNotEmpty();
		assertThat(queue(this.second, Share.READER)).isEqualTo(GRANTED);
		assertThat(StoredRecord.of(this.admin, this.record).owner()).isEqualTo("shared:0");
		release(this.second);
		awaitGrant(this.third, null);
	}

}
