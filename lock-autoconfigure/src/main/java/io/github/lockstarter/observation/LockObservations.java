package io.github.lockstarter.observation;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.ThrowingSupplier;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Observes acquisitions and guarded bodies, so that traces show them. A lock that others
 * held and a wait that was given up are outcomes, not errors: only the caller can tell
 * whether they are errors. Thread-safe.
 */
public final class LockObservations implements LockInstrumentation {

	private static final Log logger = LogFactory.getLog(LockObservations.class);

	private final ObservationRegistry registry;

	private final @Nullable LockAcquisitionConvention acquisitions;

	private final @Nullable LockedSectionConvention sections;

	private final LockAcquisitionConvention usualAcquisition;

	private final LockedSectionConvention usualSection;

	/**
	 * Create the observations.
	 * @param registry where to observe
	 * @param acquisitions the convention for acquisitions; {@code null} for the
	 * registry's, or the default
	 * @param sections the convention for guarded bodies; {@code null} as above
	 * @param showKeys whether the default conventions show the keys of locks
	 */
	public LockObservations(ObservationRegistry registry, @Nullable LockAcquisitionConvention acquisitions,
			@Nullable LockedSectionConvention sections, boolean showKeys) {
		this.registry = registry;
		this.acquisitions = acquisitions;
		this.sections = sections;
		this.usualAcquisition = new DefaultLockAcquisitionConvention(showKeys);
		this.usualSection = new DefaultLockedSectionConvention(showKeys);
	}

	@Override
	public <T> T acquire(LockCall call, Supplier<T> acquisition) {
		if (this.registry.isNoop()) {
			return acquisition.get();
		}
		LockAcquisitionContext context = new LockAcquisitionContext(call);
		Observation observation = start(context);
		T acquired;
		try (Observation.Scope scope = observation.openScope()) {
			acquired = acquisition.get();
		}
		catch (RuntimeException | Error ex) {
			end(observation, context, ex);
			throw ex;
		}
		end(observation, context, null);
		return acquired;
	}

	@Override
	public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		if (this.registry.isNoop()) {
			return acquisition.get();
		}
		LockAcquisitionContext context = new LockAcquisitionContext(call);
		Observation observation = start(context);
		CompletionStage<T> stage;
		try (Observation.Scope scope = observation.openScope()) {
			stage = acquisition.get();
		}
		catch (RuntimeException | Error ex) {
			end(observation, context, ex);
			throw ex;
		}
		stage.whenComplete((result, failure) -> end(observation, context, failure));
		return stage;
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T locked(LockCall call, LockHandle handle,
			ThrowingSupplier<T, E> body) throws E {
		if (this.registry.isNoop()) {
			return body.get();
		}
		Observation observation = LockObservation.SECTION.start(this.sections, this.usualSection,
				() -> new LockedSectionContext(call, handle), this.registry);
		try (Observation.Scope scope = observation.openScope()) {
			return body.get();
		}
		catch (Throwable ex) {
			observation.error(ex);
			throw ex;
		}
		finally {
			stop(observation);
		}
	}

	/** Ends with the stage; its scope is open on the thread that begins the work. */
	@Override
	public <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
			LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
		if (this.registry.isNoop()) {
			return work.get();
		}
		Observation observation = LockObservation.SECTION.start(this.sections, this.usualSection,
				() -> new LockedSectionContext(call, handle), this.registry);
		CompletionStage<T> stage;
		try (Observation.Scope scope = observation.openScope()) {
			stage = work.get();
		}
		catch (Throwable ex) {
			observation.error(ex);
			stop(observation);
			throw ex;
		}
		stage.whenComplete((result, failure) -> {
			if (failure != null) {
				observation.error(Labels.unwrap(failure));
			}
			stop(observation);
		});
		return stage;
	}

	private static void stop(Observation observation) {
		try {
			observation.stop();
		}
		catch (RuntimeException ex) {
			logger.warn("The observation of a guarded body could not be ended", ex);
		}
	}

	private Observation start(LockAcquisitionContext context) {
		return LockObservation.ACQUISITION.start(this.acquisitions, this.usualAcquisition, () -> context,
				this.registry);
	}

	/** Throws nothing: a lock that was acquired has to reach its caller. */
	private static void end(Observation observation, LockAcquisitionContext context, @Nullable Throwable failure) {
		LockOutcome outcome = Labels.outcome(failure);
		context.end(outcome);
		try {
			if (failure != null && (outcome == null || outcome == LockOutcome.UNAVAILABLE)) {
				observation.error(Labels.unwrap(failure));
			}
			observation.stop();
		}
		catch (RuntimeException ex) {
			logger.warn("The observation of an acquisition could not be ended", ex);
		}
	}

}
