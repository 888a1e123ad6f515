package io.github.lockstarter.actuate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a native image can write what the endpoint answers.
 */
class LocksEndpointHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@ParameterizedTest
	@ValueSource(classes = { LocksDescriptor.OfInstance.class, LocksDescriptor.OfStore.class,
			LocksDescriptor.Held.class, LocksDescriptor.Waiting.class, LocksDescriptor.Recorded.class,
			LocksDescriptor.Role.class, LocksDescriptor.Job.class, LocksDescriptor.Holder.class, ForcedRelease.class,
			LocksEndpointWebExtension.Problem.class })
	void whatTheEndpointAnswersCanBeWritten(Class<? extends Record> answer) {
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(this.hints, LocksEndpoint.class,
				LocksEndpointWebExtension.class);
		assertThat(answer.getRecordComponents()).isNotEmpty()
			.allSatisfy((component) -> assertThat(
					RuntimeHintsPredicates.reflection().onMethodInvocation(component.getAccessor()))
				.accepts(this.hints));
	}

}
