package io.github.lockstarter.core;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.platform.Platform;

/**
 * What handles have in common.
 *
 * @param platform waits
 * @param calls waits for answers of the store
 * @param callbacks run code of the application that may block
 * @param instrumentation is called around guarded bodies
 * @param callSites finds out where locks are acquired
 * @param foreignThreads warns of handles that change their thread
 */
record HandleSupport(Platform platform, StoreCalls calls, CallbackExecutors callbacks,
		LockInstrumentation instrumentation, CallSites callSites, ForeignThreadWarning foreignThreads) {
}
