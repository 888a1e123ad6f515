package io.github.lockstarter.sample.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.lockstarter.sample.live.LiveRepository.Progress;
import io.github.lockstarter.sample.storm.StormStatus;

import org.springframework.stereotype.Component;

/**
 * The curves of the latest storm without a lock and of the latest with one, for the time
 * that a page was open.
 */
@Component
class Charts {

	private static final Duration STEP = Duration.ofMillis(900);

	private static final int LONGEST = 1200;

	private final LiveRepository repository;

	private final Map<Boolean, List<Point>> curves = new HashMap<>();

	private int storm;

	private Progress before = Progress.NONE;

	Charts(LiveRepository repository) {
		this.repository = repository;
	}

	/**
	 * Add a point, if a storm runs and the last one is about a second old.
	 */
	synchronized Optional<Point> look(StormStatus status) {
		Instant begun = status.begun();
		if (!status.isRunning() || begun == null) {
			return Optional.empty();
		}
		if (status.number() != this.storm) {
			this.storm = status.number();
			this.curves.put(status.kind().isLocked(), new ArrayList<>());
			this.before = new Progress(begun, 0, this.before.lastDelivery(), 0, 0);
		}
		if (Duration.between(this.before.at(), Instant.now()).compareTo(STEP) < 0) {
			return Optional.empty();
		}
		return Optional.of(add(status, begun));
	}

	private Point add(StormStatus status, Instant begun) {
		Progress now = this.repository.progress(this.before.lastDelivery());
		double elapsed = Duration.between(this.before.at(), now.at()).toNanos() / 1e9;
		Point point = new Point(status.number(), status.kind(), Duration.between(begun, now.at()).toMillis() / 1e3,
				Math.max(0, now.workedOff() - this.before.workedOff()) / elapsed, now.waitP50(), now.waitP99());
		this.before = now;
		List<Point> curve = this.curves.computeIfAbsent(status.kind().isLocked(), (locked) -> new ArrayList<>());
		if (curve.size() < LONGEST) {
			curve.add(point);
		}
		return point;
	}

	synchronized List<Point> all() {
		return this.curves.values().stream().flatMap(List::stream).toList();
	}

}
