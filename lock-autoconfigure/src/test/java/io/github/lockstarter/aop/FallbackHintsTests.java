package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FallbackHints}.
 */
class FallbackHintsTests {

	@Test
	void letsANativeImageCallFallbacks() throws Exception {
		GenericApplicationContext context = new GenericApplicationContext();
		context.registerBean(Implementation.class);
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(getClass())), new InMemoryGeneratedFiles());
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Implementation.class.getDeclaredMethod("busy", String.class)))
			.accepts(generation.getRuntimeHints());
		assertThat(
				RuntimeHintsPredicates.reflection().onMethodInvocation(Implementation.class.getDeclaredMethod("busy")))
			.rejects(generation.getRuntimeHints());
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Implementation.class.getMethod("run", String.class)))
			.accepts(generation.getRuntimeHints());
	}

	interface Contract {

		@DistributedLock(key = "key", fallback = "busy")
		void run(String value);

	}

	static class Implementation implements Contract {

		@Override
		public void run(String value) {
		}

		private void busy(String value) {
		}

		private void busy() {
		}

	}

}
