package io.github.lockstarter.store.record;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Share;

/**
 * Something that a record is asked.
 */
interface RecordStep extends BiFunction<LockRecordState, Moment, Reply<?>> {

	/**
	 * Something that three instances may ask by chance.
	 */
	static RecordStep any(Random random, BiFunction<Long, Duration, AcquireRequest> requests) {
		Acquisition who = new Acquisition("instance-" + random.nextInt(3), 1 + random.nextInt(20));
		Way way = Way.values()[random.nextInt(2)];
		Duration time = Duration.ofMillis(random.nextInt(5000));
		boolean withoutMark = random.nextBoolean();
		AcquireRequest request = changed(
				requests.apply(who.sequence() + 1, random.nextBoolean() ? time : Duration.ZERO), random);
		return switch (random.nextInt(6)) {
			case 0 -> (record, now) -> record.renew(who, time, now);
			case 1 -> (record, now) -> record.release(who, 2, withoutMark ? Duration.ZERO : time, now, withoutMark);
			case 2 -> (record, now) -> record.requeue(who, 1, request, way, now, withoutMark);
			case 3 -> RecordStep::forced;
			default ->
				(record, now) -> record.acquire(new Acquisition(who.instance(), request.sequence()), request, way, now);
		};
	}

	private static AcquireRequest changed(AcquireRequest request, Random random) {
		return switch (random.nextInt(6)) {
			case 0 -> request.sharing(Share.READER);
			case 1 -> request.sharing(new Share(2, 5));
			case 2 -> request.waiting(Duration.ofMillis(random.nextInt(3000)));
			case 3 -> request.superseding();
			case 4 -> request.withSecret("0123456789abcdef");
			default -> request;
		};
	}

	private static Reply<?> forced(LockRecordState record, Moment now) {
		LockRecord.Hold hold = record.inspect(now).hold();
		return (hold != null) ? record.forceRelease(hold, now) : new Reply<>(record, false, List.of());
	}

}
