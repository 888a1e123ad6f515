package io.github.lockstarter.observation;

import java.util.stream.Collectors;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.observation.LockObservation.Attribute;
import io.micrometer.common.KeyValues;

/**
 * The convention for guarded bodies: a span {@code hold lock <name>}.
 */
public class DefaultLockedSectionConvention implements LockedSectionConvention {

	private final boolean showKeys;

	/**
	 * Create it, without the keys of locks.
	 */
	public DefaultLockedSectionConvention() {
		this(false);
	}

	/**
	 * Create it.
	 * @param showKeys whether to show the keys of locks
	 */
	public DefaultLockedSectionConvention(boolean showKeys) {
		this.showKeys = showKeys;
	}

	@Override
	public String getName() {
		return LockObservation.SECTION.defaultName();
	}

	@Override
	public String getContextualName(LockedSectionContext context) {
		return Labels.span("hold lock", context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockedSectionContext context) {
		return KeyValues.of(Labels.name(context), Labels.kind(context),
				Attribute.LOST.withValue(Boolean.toString(context.getHandle().isLost())));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockedSectionContext context) {
		KeyValues keys = this.showKeys ? KeyValues.of(Labels.keys(context)) : KeyValues.empty();
		return (context.getCall().kind() == LockKind.MUTEX)
				? keys.and(Attribute.TOKENS.withValue(tokens(context.getHandle()))) : keys;
	}

	private static String tokens(LockHandle handle) {
		return handle.keys()
			.stream()
			.map((key) -> Long.toString(handle.fencingToken(key)))
			.collect(Collectors.joining(", "));
	}

}
