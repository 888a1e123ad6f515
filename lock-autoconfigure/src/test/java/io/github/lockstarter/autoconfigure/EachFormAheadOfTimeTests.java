package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.SimpleCommandLinePropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an application processed ahead of time gets locks of each kind, in whatever
 * form it asks for them.
 */
@Full
class EachFormAheadOfTimeTests {

	@TempDir
	private Path directory;

	@Test
	void locksOfEachFormAreHeldInAnApplicationThatRunsFromGeneratedClasses() throws IOException {
		GeneratedApplication generated = new GeneratedApplication(this.directory);
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new SimpleCommandLinePropertySource(EachFormApplication.ARGUMENTS));
			context.register(EachFormApplication.class);
			generated.process(context, EachFormApplication.class);
		}
		assertThat(generated.compile()).isEmpty();
		Map<String, String> expected = expected();
		Map<String, String> held = new LinkedHashMap<>();
		try (ChildJvm child = ChildJvm.startGenerated(generated.classPath(), EachFormApplication.class,
				(Object[]) EachFormApplication.ARGUMENTS)) {
			expected.keySet().forEach((form) -> held.put(form, child.await(form)));
		}
		assertThat(held).isEqualTo(expected);
	}

	private static Map<String, String> expected() {
		Map<String, String> expected = new LinkedHashMap<>();
		expected.put("READ", "READ 1 [document:1] READ 1 [document:1] alone");
		expected.put("WRITE", "READ 1 [document:1] refused 1");
		expected.put("MUTEX", "MUTEX 1 [document:1] refused 1");
		expected.put("SEMAPHORE", "SEMAPHORE 2 [workers] null");
		expected.put("FAIR", "MUTEX 1 [ticket] alone");
		expected.put("SEVERAL", "MUTEX 1 [account:1, account:2] nothing");
		expected.put("ALL", "MUTEX 1 [account:3, account:4] nothing");
		expected.put("SEGMENT", "MUTEX 1 [customer:#0] nothing");
		expected.put("OPEN", "nothing");
		expected.put("CLOSED", "MUTEX 1 [closed] nothing");
		expected.put("COMPOSED", "MUTEX 1 [composed:1] nothing");
		expected.put("INTERFACE", "MUTEX 1 [ledger:book] nothing");
		expected.put("TYPE", "READ 1 [archive:Archive] nothing");
		expected.put("GENERATED", "yes");
		return expected;
	}

}
