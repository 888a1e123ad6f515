package io.github.lockstarter.core.hold;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Defects of the turn, as advice that is woven into its methods.
 */
public final class TurnMutants {

	private TurnMutants() {
	}

	/** Who gets the lock by a pass counts it as valid for a whole lease. */
	public static final class WholeLease {

		@Advice.OnMethodExit
		static void exit(@Advice.This Turn turn, @Advice.Return @Nullable Hold passed) {
			if (passed != null) {
				turn.confirm(passed.platform().now(), passed.lease());
			}
		}

	}

}
