package io.github.lockstarter.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The metrics of locks. None has the key of a lock as a tag: there are many keys, and
 * they may be confidential.
 */
enum LockMetric implements MeterDocumentation {

	/**
	 * Acquisitions, with the time that their callers waited.
	 */
	ACQUIRE("distributed.lock.acquire", Meter.Type.TIMER, "Acquisitions, and how long their callers waited"),

	/**
	 * Releases, with the time for which the lock was held.
	 */
	HOLD("distributed.lock.hold", Meter.Type.TIMER, "Releases, and how long the locks were held"),

	/**
	 * Locks that this JVM holds.
	 */
	HELD("distributed.lock.held", Meter.Type.GAUGE, "Locks that this JVM holds"),

	/**
	 * Permits of semaphores that this JVM holds.
	 */
	PERMITS("distributed.lock.permits", Meter.Type.GAUGE, "Permits of semaphores that this JVM holds"),

	/**
	 * Calls of this JVM that wait for a lock.
	 */
	WAITING("distributed.lock.waiting", Meter.Type.GAUGE, "Calls of this JVM that wait for a lock"),

	/**
	 * Acquisitions that came from another thread of this JVM, without the store.
	 */
	LOCAL_HANDOVERS("distributed.lock.local.handovers", Meter.Type.COUNTER,
			"Acquisitions that came from another thread of this JVM, without Redis"),

	/**
	 * Renewals of leases.
	 */
	RENEWALS("distributed.lock.renewals", Meter.Type.COUNTER, "Renewals of leases"),

	/**
	 * Locks that were lost while they were held.
	 */
	LOSSES("distributed.lock.losses", Meter.Type.COUNTER, "Locks that were lost while they were held"),

	/**
	 * Holders that gave a lock back after they had lost it.
	 */
	RELEASED_AFTER_LOSS("distributed.lock.released.after.loss", Meter.Type.COUNTER,
			"Holders that worked on after they had lost the lock"),

	/**
	 * Requests to the store that failed or got no answer.
	 */
	STORE_FAILURES("distributed.lock.store.failures", Meter.Type.COUNTER,
			"Requests to Redis that failed or got no answer"),

	/**
	 * Leases that follow the hold times.
	 */
	ADAPTIVE_LEASE("distributed.lock.adaptive.lease", Meter.Type.GAUGE, "The lease that follows the hold times") {

		@Override
		public String getBaseUnit() {
			return "seconds";
		}

	},

	/**
	 * Servers of a quorum that answer this JVM.
	 */
	QUORUM_ANSWERING("distributed.lock.quorum.answering", Meter.Type.GAUGE,
			"Servers of the quorum that answer this JVM"),

	/**
	 * Runs of jobs, with the time that they took.
	 */
	JOB_RUN("distributed.lock.job.run", Meter.Type.TIMER, "Runs of jobs, and how long they took"),

	/**
	 * The time since a job last succeeded.
	 */
	JOB_AGE("distributed.lock.job.age", Meter.Type.GAUGE, "Time since a run of the job last succeeded in this JVM") {

		@Override
		public String getBaseUnit() {
			return "seconds";
		}

	};

	private final String name;

	private final Meter.Type type;

	private final String description;

	LockMetric(String name, Meter.Type type, String description) {
		this.name = name;
		this.type = type;
		this.description = description;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	String description() {
		return this.description;
	}

	@Override
	public KeyName[] getKeyNames() {
		return switch (this) {
			case ACQUIRE, RENEWALS -> new KeyName[] { Tag.NAME, Tag.KIND, Tag.OUTCOME };
			case JOB_RUN -> new KeyName[] { Tag.NAME, Tag.OUTCOME };
			case HOLD -> new KeyName[] { Tag.NAME, Tag.KIND };
			case QUORUM_ANSWERING -> new KeyName[0];
			case STORE_FAILURES -> new KeyName[] { Tag.CAUSE };
			default -> new KeyName[] { Tag.NAME };
		};
	}

	/**
	 * The tags of the metrics.
	 */
	enum Tag implements KeyName {

		/**
		 * The name of the lock, or {@code none}.
		 */
		NAME("name"),

		/**
		 * The kind of the lock.
		 */
		KIND("kind"),

		/**
		 * The outcome.
		 */
		OUTCOME("outcome"),

		/**
		 * The cause of a failure of the store.
		 */
		CAUSE("cause");

		private final String key;

		Tag(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
