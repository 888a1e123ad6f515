package io.github.lockstarter.core;

import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;

/**
 * The threads of a client on which code of the application runs, so that none of it waits
 * for another kind.
 *
 * @param losses runs what is to be told of losses
 * @param events runs what is to be told of other events; drops some of them when there
 * are too many
 * @param completions runs the stages of asynchronous calls, with as many threads as
 * callers block: each may wait for another completion
 */
record CallbackExecutors(CallbackExecutor losses, CallbackExecutor events, CallbackExecutor completions) {

	/** Callbacks may block, but a thousand losses at once are not a thousand threads. */
	private static final int MOST_LOSSES = 256;

	private static final int MOST_LISTENERS = 16;

	private static final int MOST_EVENTS = 10_000;

	CallbackExecutors(Platform platform, Timer timer) {
		this(new CallbackExecutor(platform, timer, "lock-callback", MOST_LOSSES, Integer.MAX_VALUE),
				new CallbackExecutor(platform, timer, "lock-event", MOST_LISTENERS, MOST_EVENTS),
				new CallbackExecutor(platform, timer, "lock-completion", Integer.MAX_VALUE, Integer.MAX_VALUE));
	}

	/** Wait for no thread any more. */
	void end() {
		this.losses.end();
		this.events.end();
		this.completions.end();
	}

}
