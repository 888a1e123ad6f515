package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.store.Share;
import io.github.lockstarter.testing.StoredRecord;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.AcquisitionState.LOST;
import static io.github.lockstarter.store.AcquisitionState.QUEUED;
import static io.github.lockstarter.store.AcquisitionState.REFUSED;
import static io.github.lockstarter.store.AcquisitionState.RELEASED;
import static io.github.lockstarter.store.redis.versions.Instance.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that they agree on what is less usual: ages, a hold that becomes a share, shares
 * that are kept, the end of holds by force, and several locks at a time.
 */
class MixedVersionsFurtherIntegrationTests extends MixedVersions {

	@Test
	void whoHasWaitedLongestIsNext() {
		take(this.first, null);
		assertThat(this.second.queue(1, Duration.ofSeconds(60))).isEqualTo(QUEUED);
		assertThat(this.third.queue(1, Duration.ofSeconds(120))).isEqualTo(QUEUED);
		assertThat(release(this.first)).isEqualTo(RELEASED);
		assertThat(this.second.queue(1, Duration.ofSeconds(60))).isEqualTo(QUEUED);
		assertThat(this.third.queue(1, Duration.ofSeconds(120))).isEqualTo(GRANTED);
		assertThat(release(this.third)).isEqualTo(RELEASED);
		assertThat(this.second.queue(1, Duration.ofSeconds(60))).isEqualTo(GRANTED);
	}

	@Test
	void whoDoesNotTellItsAgeKeepsItsPlaceAmongThoseThatDo() {
		take(this.first, null);
		assertThat(queue(this.second, null)).isEqualTo(QUEUED);
		assertThat(this.third.queue(1, Duration.ofSeconds(60))).isEqualTo(QUEUED);
		release(this.first);
		assertThat(this.third.queue(1, Duration.ofSeconds(60))).isEqualTo(QUEUED);
		assertThat(queue(this.second, null)).isEqualTo(GRANTED);
	}

	@Test
	void aHolderLetsOthersInUnderItsNumber() {
		take(this.first, null);
		queue(this.second, Share.READER);
		queue(this.third, Share.READER);
		assertThat(take(this.first, Share.READER)).isEqualTo(GRANTED);
		assertThat(queue(this.second, Share.READER)).isEqualTo(GRANTED);
		assertThat(queue(this.third, Share.READER)).isEqualTo(GRANTED);
		assertThat(take(this.first, null)).as("what comes late leaves it a share").isEqualTo(GRANTED);
		assertThat(this.second.renew(1, LEASE)).isEqualTo(GRANTED);
		assertThat(release(this.first)).isEqualTo(RELEASED);
		assertThat(this.third.acquire(2, null, LEASE, false).state()).isEqualTo(REFUSED);
		assertThat(release(this.second)).isEqualTo(RELEASED);
		assertThat(release(this.third)).isEqualTo(RELEASED);
		assertThat(this.first.acquire(2, null, LEASE, false).state()).isEqualTo(GRANTED);
	}

	@Test
	void permitsThatAreKeptAreInUseForThatTime() {
		take(this.first, TWO_OF_THREE);
		assertThat(this.first.release(1, LONG_ENOUGH_TO_BE_REFUSED)).isEqualTo(RELEASED);
		assertThat(take(this.second, TWO_OF_THREE)).isEqualTo(REFUSED);
		assertThat(take(this.third, ONE_OF_THREE)).isEqualTo(GRANTED);
		awaitGrant(this.second, TWO_OF_THREE);
		assertThat(this.first.renew(1, LEASE)).isEqualTo(RELEASED);
	}

	@Test
	void aHoldThatTheOtherEndedByForceIsLost() {
		take(this.first, null);
		assertThat(forceRelease(this.second)).isTrue();
		assertThat(take(this.third, null)).isEqualTo(GRANTED);
		assertThat(this.first.renew(1, LEASE)).isEqualTo(LOST);
		assertThat(release(this.first)).isEqualTo(LOST);
		assertThat(this.third.renew(1, LEASE)).isEqualTo(GRANTED);
	}

	@Test
	void allSharesThatTheOtherEndedByForceAreLost() {
		take(this.first, Share.READER);
		take(this.second, Share.READER);
		queue(this.third, null);
		assertThat(forceRelease(this.second)).isTrue();
		assertThat(queue(this.third, null)).isEqualTo(GRANTED);
		assertThat(this.first.renew(1, LEASE)).isEqualTo(LOST);
		assertThat(release(this.second)).isEqualTo(LOST);
	}

	private boolean forceRelease(Instance operator) {
		StoredRecord record = StoredRecord.of(this.admin, this.record);
		return operator.forceRelease(record.owner(), record.token());
	}

	@Test
	void eachTakesSeveralLocksUpToTheFirstThatTheOtherHolds() {
		String one = this.key + ":1";
		String two = this.key + ":2";
		String three = this.key + ":3";
		take(this.first, null);
		assertThat(this.second.acquireInOrder(List.of(one, this.key, two))).isOne();
		assertThat(this.third.acquireInOrder(List.of(one, two))).isZero();
		assertThat(this.third.acquireInOrder(List.of(two, three))).isEqualTo(2);
		assertThat(this.second.acquireInOrder(List.of(three, two))).isZero();
		assertThat(this.third.release(List.of(two, three))).isEqualTo(2);
		assertThat(this.second.release(List.of(one))).isOne();
		assertThat(this.admin.exists(this.record + ":1", this.record + ":2", this.record + ":3")).isZero();
	}

}
