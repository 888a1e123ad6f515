package io.github.lockstarter.jvm;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much of the stack the probe takes. In the interpreter, where all frames of a method
 * are alike: they change their size as methods are compiled.
 */
@Full
class StackProbeIntegrationTests {

	/** A hundredth is five kilobytes, which is as much as sending a command takes. */
	@Test
	void needsMoreOfTheStackThanSendingACommandDoes() {
		try (ChildJvm child = ChildJvm.startWith("-Xint", ProbingChild.class)) {
			int deepest = Integer.parseInt(child.await("DEEPEST"));
			assertThat(Integer.parseInt(child.await("PROBED"))).isLessThan(deepest - deepest / 100);
			assertThat(child.awaitExit()).isZero();
		}
	}

}
