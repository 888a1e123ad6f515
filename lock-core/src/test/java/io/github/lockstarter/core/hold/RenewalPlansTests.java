package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RenewalPlans}.
 */
class RenewalPlansTests {

	private static final long SLOT = 1L << 27;

	private static final int MOST = 50;

	private static final long MINUTE = Duration.ofMinutes(1).toNanos();

	private final Platform platform = new SystemPlatform();

	private long sequence;

	private RenewalPlan plan() {
		LockRequest request = new LockRequest(
				new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", LockOptions.NONE)), "",
				List.of("key"));
		return new RenewalPlan(
				new JvmLease(
						this.platform, new IdleLifecycle(), LocalHandover.DEFAULT, new GrantDetails("key",
								++this.sequence, 1, Moment.now(this.platform), true, false, Duration.ZERO, null),
						request));
	}

	private RenewalPlan added(RenewalPlans plans, long at) {
		RenewalPlan plan = plan();
		plans.count();
		plans.putBy(plan, at);
		return plan;
	}

	@Test
	void aPlanIsLookedAtWhenItIsTime() {
		RenewalPlans plans = new RenewalPlans(0);
		RenewalPlan plan = added(plans, 10 * SLOT + 5);
		assertThat(plans.next()).isEqualTo(10 * SLOT + 5);
		assertThat(plans.begin(9 * SLOT, 9 * SLOT)).isEmpty();
		assertThat(plans.begin(10 * SLOT + 5, 10 * SLOT + 5)).containsExactly(plan);
	}

	@Test
	void theSoonerOfTwoMomentsCounts() {
		RenewalPlans plans = new RenewalPlans(0);
		RenewalPlan plan = added(plans, 10 * SLOT);
		plans.putBy(plan, 20 * SLOT);
		assertThat(plans.next()).isEqualTo(10 * SLOT);
		plans.putBy(plan, 3 * SLOT);
		assertThat(plans.next()).isEqualTo(3 * SLOT);
	}

	@Test
	void whatIsAskedForDuringALookCounts() {
		RenewalPlans plans = new RenewalPlans(0);
		RenewalPlan plan = added(plans, SLOT);
		assertThat(plans.begin(SLOT, SLOT)).containsExactly(plan);
		plans.putBy(plan, 2 * SLOT);
		plans.putBy(plan, 50 * SLOT);
		assertThat(plans.next()).isEqualTo(2 * SLOT);
	}

	@Test
	void aPlanThatWasRemovedStaysSo() {
		RenewalPlans plans = new RenewalPlans(0);
		RenewalPlan plan = added(plans, SLOT);
		plans.remove(plan);
		plans.remove(plan);
		plans.putBy(plan, 2 * SLOT);
		assertThat(plans.next()).isEqualTo(Long.MAX_VALUE);
		assertThat(plans.isEmpty()).isTrue();
	}

	@Test
	void theClockMayOverflow() {
		long start = Long.MAX_VALUE - SLOT;
		RenewalPlans plans = new RenewalPlans(start);
		RenewalPlan plan = added(plans, start + 10 * SLOT);
		assertThat(plans.next()).isEqualTo(start + 10 * SLOT);
		assertThat(plans.begin(start + 9 * SLOT, start + 9 * SLOT)).isEmpty();
		assertThat(plans.begin(start + 10 * SLOT, start + 10 * SLOT)).containsExactly(plan);
	}

	@Test
	void allAreLookedAtIfThatIsAskedFor() {
		RenewalPlans plans = new RenewalPlans(0);
		List<RenewalPlan> all = List.of(added(plans, SLOT), added(plans, MINUTE / 2), added(plans, 10 * MINUTE));
		assertThat(plans.beginAll(0)).containsExactlyInAnyOrderElementsOf(all);
	}

	@Test
	void aPlanIsFoundAfterALongTimeWithoutALook() {
		RenewalPlans plans = new RenewalPlans(0);
		RenewalPlan plan = added(plans, 60 * MINUTE + SLOT);
		assertThat(plans.begin(60 * MINUTE + SLOT, 60 * MINUTE + SLOT)).containsExactly(plan);
	}

	/** The monotonic clock may begin anywhere. */
	@ParameterizedTest
	@ValueSource(longs = { 0, -5 * 60_000_000_000L, 1_000_000_000_000_000L, -1_000_000_000_000_000L })
	void nobodyWaitsForItsLook(long start) {
		Random random = new Random(start);
		RenewalPlans plans = new RenewalPlans(start);
		Map<RenewalPlan, Long> expected = new HashMap<>();
		long now = start;
		for (int step = 0; step < 5000; step++) {
			int action = random.nextInt(10);
			if (action < 4 && expected.size() < MOST) {
				long at = now + (long) (random.nextDouble() * (random.nextInt(20) == 0 ? 20 * MINUTE : MINUTE / 2));
				expected.put(added(plans, at), at);
			}
			else if (action < 6 && !expected.isEmpty()) {
				RenewalPlan any = expected.keySet().iterator().next();
				if (random.nextBoolean()) {
					plans.remove(any);
					expected.remove(any);
				}
				else {
					long at = now + (long) (random.nextDouble() * MINUTE);
					plans.putBy(any, at);
					expected.merge(any, at, Math::min);
				}
			}
			else {
				now = look(plans, expected, now, random);
			}
			assertThat(plans.isEmpty()).isEqualTo(expected.isEmpty());
		}
	}

	/** The timer sleeps until the next moment, or is woken before that. */
	private static long look(RenewalPlans plans, Map<RenewalPlan, Long> expected, long before, Random random) {
		long next = plans.next();
		long soonest = expected.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
		assertThat(next).isLessThanOrEqualTo(Math.max(soonest, before + SLOT));
		long now = (next == Long.MAX_VALUE) ? before + MINUTE
				: Math.max(before, random.nextBoolean() ? next : before + (next - before) / 2);
		List<RenewalPlan> looked = plans.begin(now, now + random.nextInt(3) * SLOT);
		expected.forEach((plan, at) -> assertThat(at > now || looked.contains(plan)).isTrue());
		assertThat(expected.keySet()).containsAll(looked);
		looked.forEach((plan) -> {
			long again = now + 1 + (long) (random.nextDouble() * MINUTE);
			plans.putBy(plan, again);
			expected.put(plan, again);
		});
		return now;
	}

}
