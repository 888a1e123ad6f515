package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LockCondition} and {@link LockConditionParser}.
 */
@ExtendWith(LogCapture.class)
class LockConditionTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	LockConditionTests() {
		MockEnvironment environment = new MockEnvironment().withProperty("on", "true")
			.withProperty("off", " FALSE ")
			.withProperty("sometimes", "sometimes")
			.withProperty("evil", "#express");
		this.beanFactory.addEmbeddedValueResolver(environment::resolveRequiredPlaceholders);
		this.beanFactory.registerSingleton("environment", environment);
	}

	@Test
	void runsWithoutALockWhereItIsFalse(CapturedLog output) {
		LockContexts.atDebug(() -> LockContexts.with(Orders.class, (orders, client) -> {
			assertThat(orders.place(new Order(true))).isEqualTo("placed");
			assertThat(client.events).containsExactly("acquire", "release");
			assertThat(output).doesNotContain("without a lock");
			client.events.clear();
			assertThat(orders.place(new Order(false))).isEqualTo("placed");
			assertThat(client.events).isEmpty();
		}));
		assertThat(output.toString().lines().filter((line) -> line.contains("without a lock"))).singleElement()
			.asString()
			.contains("DEBUG",
					"Condition '#order.express' is false: " + Orders.class.getName() + ".place runs without a lock");
	}

	@Test
	void isAskedBeforeTheKeyIsMade() {
		LockContexts.with(Orders.class, (orders, client) -> {
			assertThat(orders.find(null)).isEqualTo("found");
			assertThat(client.acquisitions).isEmpty();
			orders.find("7");
			assertThat(client.last().keys).containsExactly("order-7");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%', textBlock = """
			#express                                                   | true
			not #express                                               | false
			#{#express}                                                | true
			` #{ !#express } `                                         | false
			#p0 && #a1 == 'x'                                          | true
			#root.methodName == 'run'                                  | true
			#root.args[0]                                              | true
			methodName == 'other'                                      | false
			#code matches '[xy]'                                       | true
			#code == '#'                                               | false
			true                                                       | true
			${on}                                                      | true
			${off}                                                     | false
			${unset:true}                                              | true
			@environment.getProperty('on', T(Boolean))                 | true
			@environment.getProperty('unset', T(Boolean), false)       | false
			""")
	void decides(String condition, boolean expected) {
		assertThat(parse(condition).holds(this, getClass(), new Object[] { true, "x" })).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%', textBlock = """
			#code > 'a'                    | false
			#code < 'a'                    | true
			#code == null or #code > 'a'   | true
			""")
	void takesANullArgumentForLessThanEverything(String condition, boolean expected) {
		assertThat(parse(condition).holds(this, getClass(), new @Nullable Object[] { true, null })).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%',
			textBlock = """
					#expres                | names the unknown variable '#expres'       | Use one of the parameters #code, #express, or #root.
					express                | names the parameter 'express' without '#'  | Write '#express'.
					#{express and true}    | names the parameter 'express' without '#'  | Write '#express and true'.
					@missing.open          | names the unknown bean 'missing'           | Name a bean after '@'.
					isOpen()               | calls 'isOpen' on nothing                  | Write '#root.target.isOpen(…)' to call a method of the bean.
					#express and           | can't be parsed (                          | Write one expression that is true or false
					#express = true        | assigns a value                            | Write '==' to compare.
					'#express'             | is a constant, neither true nor false      | Write one expression that is true or false
					null                   | is a constant, neither true nor false      | Write one expression that is true or false
					`  `                   | is blank                                   | Write one expression that is true or false
					#{ }                   | has an empty expression                    | Write one expression that is true or false
					#{#express             | lacks a '}'                                | Write one expression that is true or false
					#{#express}${on}       | mixes an expression or a placeholder       | Write one expression that is true or false
					#express == ${on}      | mixes an expression or a placeholder       | Write one expression that is true or false
					#{#express == ${on}}   | has a placeholder inside an expression  | Write one expression that is true or false
					${unset}               | has no value                               | Set that property, or give the placeholder a default
					${sometimes}           | has the value 'sometimes', neither true    | Set that property to 'true' or 'false'.
					#code.express          | names the property 'express', which java  | Correct the name.
					${evil}                | has the value '#express', neither true     | Set that property to 'true' or 'false'.
					""")
	void refuses(String condition, String problem, String action) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(condition))
			.withMessageStartingWith("The method " + getClass().getName() + ".run can't be locked: its condition '"
					+ condition + "' " + problem)
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith(action));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%',
			textBlock = """
					#code                                | is a java.lang.String, neither true nor false. It depends on: #code.
					#code.length()                       | is a java.lang.Integer, neither true nor false. It depends on: #code.
					#code.isEmpty() ? null : null        | is null, neither true nor false. It depends on: #code.
					@environment.getProperty('on')       | is a java.lang.String, neither true nor false. Write
					#code.express()                      | calls 'express()', which java.lang.String does not have. It depends on: #code.
					""")
	void endsTheCallIfItIsNeitherTrueNorFalse(String condition, String problem) {
		LockCondition parsed = parse(condition);
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> parsed.holds(this, getClass(), new Object[] { true, "x" }))
			.withMessageStartingWith("The method " + getClass().getName() + ".run can't be locked: its condition '"
					+ condition + "' " + problem)
			.withMessageEndingWith(" Write one that is true or false for all arguments.");
	}

	@Test
	void isCheckedAtStartUp() {
		LockContexts.assertRefused(LockContexts.runner().withBean(Unknown.class))
			.hasMessageContaining("Unknown.run can't be locked: its condition '#orders' names the unknown variable");
		LockContexts.assertRefused(LockContexts.runner().withBean(UnknownOfClass.class))
			.hasMessageContaining(
					"UnknownOfClass.other, which the annotation of its type covers, can't be locked: its condition '#order' names");
	}

	private LockCondition parse(String condition) {
		DistributedLock lock = MergedAnnotation.of(DistributedLock.class, Map.of("key", "key", "condition", condition))
			.synthesize();
		Method method = ReflectionUtils.findMethod(getClass(), "run", boolean.class, String.class);
		assertThat(method).isNotNull();
		LockCondition parsed = LockCondition.parse(new AnnotatedMethod(method, getClass(), lock, method),
				new KeyEvaluation(this.beanFactory));
		assertThat(parsed).isNotNull();
		return parsed;
	}

	void run(boolean express, String code) {
	}

	record Order(boolean express) {
	}

	static class Orders {

		@DistributedLock(key = "orders", condition = "#order.express")
		public String place(Order order) {
			return "placed";
		}

		@DistributedLock(key = "order-#{#id}", condition = "#id != null")
		public String find(@Nullable String id) {
			return "found";
		}

	}

	static class Unknown {

		@DistributedLock(key = "key", condition = "#orders")
		public void run(List<String> order) {
		}

	}

	@DistributedLock(key = "key", condition = "#order")
	static class UnknownOfClass {

		public void run(boolean order) {
		}

		public void other(boolean item) {
		}

	}

}
