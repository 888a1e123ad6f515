package io.github.lockstarter.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of locks. Their names are not those of the metrics, so that a handler
 * that makes meters of all observations does not mix the two.
 */
enum LockObservation implements ObservationDocumentation {

	/**
	 * A call asks for a lock and may wait for it.
	 */
	ACQUISITION("distributed.lock.acquisition", DefaultLockAcquisitionConvention.class) {

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return new KeyName[] { Attribute.NAME, Attribute.KIND, Attribute.OUTCOME };
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return new KeyName[] { Attribute.KEYS };
		}

	},

	/**
	 * A guarded body runs under a lock.
	 */
	SECTION("distributed.lock.section", DefaultLockedSectionConvention.class) {

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return new KeyName[] { Attribute.NAME, Attribute.KIND, Attribute.LOST };
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return new KeyName[] { Attribute.KEYS, Attribute.TOKENS };
		}

	};

	private final String defaultName;

	private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;

	LockObservation(String defaultName,
			Class<? extends ObservationConvention<? extends Observation.Context>> convention) {
		this.defaultName = defaultName;
		this.convention = convention;
	}

	/**
	 * The name that the default convention gives.
	 */
	String defaultName() {
		return this.defaultName;
	}

	@Override
	public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
		return this.convention;
	}

	/**
	 * The keys of the observations' values.
	 */
	enum Attribute implements KeyName {

		/**
		 * The name of the lock, or {@code none}.
		 */
		NAME("lock.name"),

		/**
		 * The kind of the lock.
		 */
		KIND("lock.kind"),

		/**
		 * The outcome of the acquisition.
		 */
		OUTCOME("lock.outcome"),

		/**
		 * Whether the lock was lost before the body ended.
		 */
		LOST("lock.lost"),

		/**
		 * The keys of the lock.
		 */
		KEYS("lock.keys"),

		/**
		 * The fencing tokens, one for each key.
		 */
		TOKENS("lock.tokens");

		private final String key;

		Attribute(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
