package io.github.lockstarter.core;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.HoldCount;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;

/**
 * Parts of the engine that all handles of its store use.
 *
 * @param platform waits
 * @param timer ends what is not answered in time
 * @param calls waits for answers of the store
 * @param callbacks run code of the application that may block
 * @param instrumentation is called around guarded bodies
 * @param callSites finds out where locks are acquired
 * @param foreignThreads warns of handles that change their thread
 * @param held how many locks their client holds in all stores
 */
record HandleSupport(Platform platform, Timer timer, StoreCalls calls, CallbackExecutors callbacks,
		LockInstrumentation instrumentation, CallSites callSites, ForeignThreadWarning foreignThreads, HoldCount held) {
}
