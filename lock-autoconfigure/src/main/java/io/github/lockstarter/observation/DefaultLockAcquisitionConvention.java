package io.github.lockstarter.observation;

import io.github.lockstarter.observation.LockObservation.Attribute;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * The convention for acquisitions: a span {@code acquire lock <name>}.
 */
public class DefaultLockAcquisitionConvention implements LockAcquisitionConvention {

	private final boolean showKeys;

	/**
	 * Create it, without the keys of locks.
	 */
	public DefaultLockAcquisitionConvention() {
		this(false);
	}

	/**
	 * Create it.
	 * @param showKeys whether to show the keys of locks
	 */
	public DefaultLockAcquisitionConvention(boolean showKeys) {
		this.showKeys = showKeys;
	}

	@Override
	public String getName() {
		return LockObservation.ACQUISITION.defaultName();
	}

	@Override
	public String getContextualName(LockAcquisitionContext context) {
		return Labels.span("acquire lock", context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockAcquisitionContext context) {
		String outcome = context.isEnded() ? Labels.of(context.getOutcome()) : KeyValue.NONE_VALUE;
		return KeyValues.of(Labels.name(context), Labels.kind(context), Attribute.OUTCOME.withValue(outcome));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockAcquisitionContext context) {
		return this.showKeys ? KeyValues.of(Labels.keys(context)) : KeyValues.empty();
	}

}
