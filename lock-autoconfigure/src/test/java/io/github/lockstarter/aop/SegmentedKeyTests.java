package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockSegments;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for keys of methods of which segments are locked.
 */
class SegmentedKeyTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final MockEnvironment environment = new MockEnvironment().withProperty("region", "eu");

	@BeforeEach
	void prepareBeanFactory() {
		this.beanFactory.addEmbeddedValueResolver(this.environment::resolveRequiredPlaceholders);
	}

	@Test
	void whatFollowsTheFirstExpressionChoosesTheSegment() {
		LockSegments segments = LockSegments.of("order-", 64);
		assertThat(resolve(64, "42", "order-#{#id}")).containsExactly(segments.key("42"));
		assertThat(resolve(64, "42", "order-#{#id}-#{#id}/x")).containsExactly(segments.key("42-42/x"));
	}

	@Test
	void propertiesBeforeItBelongToTheName() {
		assertThat(resolve(64, "42", "${region}-order-#{#id}"))
			.containsExactly(LockSegments.of("eu-order-", 64).key("42"));
	}

	@Test
	void twoKeysOfOneSegmentAreOneLock() {
		assertThat(resolve(1, List.of("a", "b", "c"), "order-#{#id}")).containsExactly("order-#0");
		assertThat(resolve(1, "42", "order-#{#id}", "item-#{#id}")).containsExactly("order-#0", "item-#0");
	}

	@Test
	void withoutSegmentsEachKeyIsALock() {
		assertThat(resolve(-1, "42", "order-#{#id}")).containsExactly("order-42");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nightly-report", "#{#id}", "#id", "'order-' + #id", "#{'order-'}#{#id}" })
	void refusesAKeyThatNamesNoSegmentsOrChoosesNone(String key) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(64, key))
			.withMessageContaining(" can't be locked: its key '" + key + "' with 'segments' does not consist of ")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Write a key such as 'order-#{#orderId}'"));
	}

	@ParameterizedTest
	@ValueSource(ints = { -5, 0, 65_537 })
	void refusesANumberThatIsNotAllowed(int segments) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(segments, "order-#{#id}"))
			.withMessageContaining("The number of segments is '" + segments + "', but it has to be from 1 to 65536.")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Correct 'segments'"));
	}

	private List<String> resolve(int segments, Object id, String... keys) {
		return parse(segments, keys).resolve(new Service(), Service.class, new Object[] { id });
	}

	private LockKeys parse(int segments, String... keys) {
		Method method = ReflectionUtils.findMethod(Service.class, "run", Object.class);
		assertThat(method).isNotNull();
		DistributedLock lock = MergedAnnotation.of(DistributedLock.class, Map.of("key", keys, "segments", segments))
			.synthesize();
		return LockKeys.parse(new AnnotatedMethod(method, Service.class, lock, method),
				new KeyEvaluation(this.beanFactory), 1000);
	}

	static class Service {

		public void run(Object id) {
		}

	}

}
