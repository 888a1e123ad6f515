package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link LockKeys}: the key language.
 */
class LockKeysTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final MockEnvironment environment = new MockEnvironment().withProperty("region", "eu")
		.withProperty("evil", "#{#id}")
		.withProperty("nothing", "");

	@BeforeEach
	void prepareBeanFactory() {
		this.beanFactory.addEmbeddedValueResolver(this.environment::resolveRequiredPlaceholders);
		this.beanFactory.registerSingleton("tenant", new Tenant());
		this.beanFactory.registerSingleton("shop-com.acme.ShopProperties", new Tenant());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%', textBlock = """
			nightly-report                     | nightly-report
			order_lock_#{#id}                  | order_lock_42
			#{#id}                             | 42
			{#{#id}}                           | {42}
			#{#id}-#{#order.item.name}         | 42-book
			order-#{ #id }                     | order-42
			order-#{#p0}-#{#a1.item.name}      | order-42-book
			${region}-#{#id}                   | eu-42
			${unset:fallback}-#{#id}           | fallback-42
			${unset:${region}}-#{#id}          | eu-42
			${nothing}#{#id}                   | 42
			#id                                | 42
			#order.item.name                   | book
			#order?.item?.name                 | book
			#root.methodName                   | run
			#root.method.name                  | run
			#root.args[0]                      | 42
			#{#root.args[1].item().name()}     | book
			#{methodName}                      | run
			#root.targetClass.simpleName       | Service
			#{#root.target.kind}               | service
			#p0                                | 42
			#a1.item.name                      | book
			'order-' + #id                     | order-42
			'order'                            | order
			@tenant.name                       | acme
			@tenant.name + ':' + #id           | acme:42
			#{@tenant.name}:#{#id}             | acme:42
			#{'}'}#{"{"}                       | }{
			#{'it''s'}                         | it's
			#{#id == '42' ? 'a}' : 'b{'}       | a}
			#{{'x', 'y'}[1]}                   | y
			#{{a: #id}['a']}                   | 42
			#{{'a', 'bb'}.?[length() > 1][0]}  | bb
			#{T(java.lang.Math).max(3, 4)}     | 4
			#id.length() % 16                  | 2
			#{#id - 2}                         | 40
			order-id                           | order-id
			Id                                 | Id
			#{'id'}                            | id
			a#1                                | a#1
			#                                  | #
			a$b                                | a$b
			a@b.c                              | a@b.c
			{region}                           | {region}
			{2}-#{'{0}'}                       | {2}-{0}
			""")
	void resolves(String key, String expected) {
		Object id = key.contains("- 2") ? Integer.valueOf(42) : "42";
		assertThat(resolve(method("run"), new Object[] { id, new Order(new Item("book")) }, key))
			.containsExactly(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "#{T(java.lang.Runtime)}", "${user.home}", "${region}", "#id", "@tenant.name", "#{#id}",
			"' + #id + '" })
	void whatAnArgumentContainsStaysData(String id) {
		assertThat(
				resolve(method("run"), new Object[] { id, "any" }, "#{#id}", "order-#{#id}", "#id", "${region}:#{#id}"))
			.containsExactly(id, "order-" + id, id, "eu:" + id);
	}

	@ParameterizedTest
	@MethodSource("values")
	void turnsValuesIntoText(Object value, String text) {
		assertThat(resolve(method("one"), new Object[] { value }, "#{#value}")).containsExactly(text);
	}

	static Stream<Arguments> values() {
		return Stream.of(Arguments.of(7L, "7"), Arguments.of(true, "true"), Arguments.of(TimeUnit.DAYS, "DAYS"),
				Arguments.of(Warehouse.SOUTH, "SOUTH"), Arguments.of(Warehouse.NORTH, "NORTH"),
				Arguments.of(new StringBuilder("text"), "text"), Arguments.of(Optional.of("there"), "there"),
				Arguments.of(new Inner("joe.doe@cafe.de"), "Inner[content=joe.doe@cafe.de]"),
				Arguments.of("java.lang.Object@1a2b", "java.lang.Object@1a2b"),
				Arguments.of(Path.of("a", "b"), Path.of("a", "b").toString()));
	}

	@ParameterizedTest
	@MethodSource("collections")
	void makesAKeyOfEachElementOfACollection(Object value) {
		assertThat(resolve(method("one"), new Object[] { value }, "item-#{#value}")).containsExactly("item-1",
				"item-2");
		assertThat(resolve(method("one"), new Object[] { value }, "#value")).containsExactly("1", "2");
	}

	static Stream<Arguments> collections() {
		Iterable<Integer> iterable = List.of(1, 2)::iterator;
		return Stream
			.of(List.of(1, 2), new String[] { "1", "2" }, new long[] { 1, 2 }, iterable,
					List.of(Optional.of(1), Optional.of(2)))
			.map((value) -> Arguments.of(value));
	}

	@Test
	void crossesSeveralCollectionsAndJoinsSeveralTemplates() {
		Object[] arguments = { List.of("a", "b"), Set.of(1) };
		assertThat(resolve(method("run"), arguments, "#{#id}:#{#order}", "x-#{#id}", "fixed")).containsExactly("a:1",
				"b:1", "x-a", "x-b", "fixed");
		assertThat(resolve(method("run"), arguments, "#{{#id[0], #id[1]}}#{{1, 2}}")).containsExactly("a1", "a2", "b1",
				"b2");
	}

	@ParameterizedTest
	@MethodSource("unusable")
	void refusesPartsWithoutText(@Nullable Object value, String problem, String advice) {
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("one"), new Object[] { value }, "order-#{#value}"))
			.withMessageContaining(problem)
			.withMessageContaining("'#value'")
			.withMessageContaining("'order-#{#value}'")
			.withMessageContaining("Service.one")
			.withMessageContaining("depends on: #value. " + advice);
	}

	static Stream<Arguments> unusable() {
		String pass = "Pass a value, or leave the part out of the key.";
		return Stream.of(Arguments.of(null, "is null.", pass), Arguments.of("", "is blank.", pass),
				Arguments.of(" \t", "is blank.", pass), Arguments.of(Optional.empty(), "is null.", pass),
				Arguments.of(List.of(), "empty collection", "Pass at least one element."),
				Arguments.of(new int[0], "empty collection", "Pass at least one element."),
				Arguments.of(Collections.singletonList(null), "is null.", pass),
				Arguments.of(Arrays.asList("a", " "), "is blank.", pass),
				Arguments.of(List.of(List.of("a")), "which is not text", "Use its elements or keys."),
				Arguments.of(Map.of("a", "b"), "which is not text", "Use its elements or keys."),
				Arguments.of(new Date(0), "is java.util.Date, whose text depends on the time zone of the JVM",
						"Use its milliseconds or its Instant."),
				Arguments.of(List.of(new Timestamp(0)), "is java.sql.Timestamp, whose text depends on the time zone",
						"Use its milliseconds or its Instant."),
				Arguments.of(Calendar.getInstance(), "whose text depends on the time zone",
						"Use its milliseconds or its Instant."),
				Arguments.of(new byte[] { 1, 2 }, "is byte[], of which each element would be a lock",
						"Use a text of it, such as its hexadecimal form."),
				Arguments.of(new char[] { 'a' }, "is char[], of which each element would be a lock",
						"Use a text of it"),
				Arguments.of(new Unwritten(null), "LockKeysTests$Unwritten, whose toString() returned null.",
						"Use an identifier of it."),
				Arguments.of(List.of(new Unwritten(new IllegalStateException("broken"))),
						"LockKeysTests$Unwritten, whose toString() failed.", "Use an identifier of it."),
				Arguments.of(new Object(), "differs from object to object", "Use an identifier of it."),
				Arguments.of(new Inner(new byte[] { 1 }), "whose text contains '[B@", "Use an identifier of it."),
				Arguments.of(List.of(new Inner(new Inner[0])), "whose text contains '[L", "Use an identifier of it."),
				Arguments.of(Map.entry("a", new Object()), "whose text contains 'java.lang.Object@",
						"Use an identifier of it."),
				Arguments.of(new CompletableFuture<>(), "whose text contains 'java.util.concurrent.CompletableFuture@",
						"Use an identifier of it."),
				Arguments.of(List.of(Optional.empty()), "is null.", pass));
	}

	record Inner(Object content) {

	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%',
			textBlock = """
					#order.item.nmae        | names the property 'nmae', which io.github.lockstarter.aop.LockKeysTests$Item does not have. It depends on: #order. Correct the name in the key.
					#id.lenght()            | calls 'lenght()', which java.lang.String does not have. It depends on: #id. Correct the call in the key.
					#id.charAt('x', 1)      | calls 'charAt(java.lang.String,java.lang.Integer)', which java.lang.String does not have. It depends on: #id. Correct the call in the key.
					@tenant.id              | names the property 'id', which io.github.lockstarter.aop.LockKeysTests$Tenant does not have. Correct the name in the key.
					T(java.lang.Integer).parseInt('x') | failed: For input string: "x". Pass values with which it can be evaluated, or leave the part out of the key.
					""")
	void namesTheCauseOfAFailedExpression(String expression, String problem) {
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("run"), new Object[] { "42", new Order(new Item("book")) },
					"#{" + expression + "}"))
			.withMessage("The part '" + expression + "' of the key '#{" + expression + "}' of "
					+ Service.class.getName() + ".run " + problem)
			.havingCause()
			.isNotNull();
	}

	@Test
	void showsWhatAnArgumentContainsInOneLine() {
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(
					() -> resolve(method("run"), new Object[] { "4\n2", "" }, "#{T(java.lang.Integer).parseInt(#id)}"))
			.withMessageContaining("failed: For input string: \"4\\n2\". It depends on: #id.");
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', commentCharacter = '%', textBlock = """
			#order.item.name, #order, null
			#order.item.name, #order.item, order
			#order.item().name(), #order.item(), order
			#order?.item.name.length(), #order?.item, order
			'a' + #order.item.name + 'b', #order.item, order
			""")
	void saysWhatWasNullInAFailedExpression(String expression, String part, String order) {
		Object argument = order.equals("null") ? null : new Order(null);
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("run"), new Object[] { "42", argument }, "#{" + expression + "}"))
			.withMessage("The part '" + expression + "' of the key '#{" + expression + "}' of "
					+ Service.class.getName() + ".run can't be evaluated, since '" + part
					+ "' is null. It depends on: #order. Pass a value, or leave the part out of the key.");
	}

	@Test
	void saysWhatItReadsOfNullWhereThatMayBeOneOfSeveral() {
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("run"), new Object[] { new Order(null), new Order(null) },
					"#{#order.item.name + #id.item.name}"))
			.withMessageContaining(
					" can't be evaluated, since it reads 'name' of something that is null. It depends on:"
							+ " #id, #order. Pass a value");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%', textBlock = """
			order-#id               | order-#{#id}
			order-#id-#order.item   | order-#{#id}-#{#order.item}
			order-#id_x             | order-#{#id}_x
			#id-#p1                 | #{#id}-#{#p1}
			#id/#p1                 | #{#id}/#{#p1}
			#id:#p1                 | #{#id}:#{#p1}
			#id_x                   | #{#id}_x
			#id:x                   | #{#id}:x
			{#id}                   | #{#id}
			{ #id }                 | #{#id}
			order-{#order.item}     | order-#{#order.item}
			order-{id}              | order-#{#id}
			order-{0}               | order-#{#p0}
			{0}-{1}                 | #{#p0}-#{#p1}
			#{id}                   | #{#id}
			order-#{id}             | order-#{#id}
			order-#{id.length()}    | order-#{#id.length()}
			#{'a' + order.item}     | #{'a' + #order.item}
			order- + #id            | order-#{#id}
			order- + #id + -x       | order-#{#id}-x
			#{#id} + #order         | #{#id}#{#order}
			id                      | #{#id}
			'order-' + id           | 'order-' + #id
			'order-' + #{#id}       | order-#{#id}
			'${region}-' + #id      | ${region}-#{#id}
			${region}-#id           | ${region}-#{#id}
			order-#{#id             | order-#{#id}
			order-#{{#id, 'a'}      | order-#{{#id, 'a'}}
			#{#id}-#order           | #{#id}-#{#order}
			${region                | ${region}
			T(java.lang.Math).PI    | #{T(java.lang.Math).PI}
			""")
	void refusesAnAmbiguousKeyAndSaysWhatToWrite(String key, String corrected) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(method("run"), key))
			.withMessageContaining("Service.run")
			.withMessageContaining("'" + key + "'")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Write '" + corrected + "'."));
		assertThatNoException().isThrownBy(() -> parse(method("run"), corrected));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%', textBlock = """
			#{#orderID}             | Use one of the parameters #id, #order, or #root.
			#orderID                | Write '#{#order}ID'.
			order-#{#p2}            | Use one of the parameters #id, #order, or #root.
			#{#id.?[#this > #x]}    | Use one of the parameters #id, #order, or #root.
			#{#call()}              | Use one of the parameters #id, #order, or #root.
			#{#root.caches}         | Use one of the parameters #id, #order, or #root.
			#{customer}             | Use one of the parameters #id, #order, or #root.
			#{getId()}              | Write '#root.target.getId(…)' to call a method of the bean.
			#root.args[2]           | Use an index from 0 to 1.
			a-#{#root.args[2].name} | Use an index from 0 to 1.
			#{args[7]}              | Use an index from 0 to 1.
			#{@Tenant.name}         | Write '@tenant'.
			#{@shopProperties.name} | Write '@'shop-com.acme.ShopProperties''.
			#{T(java.util.UIID).x()} | Write the full name of a class.
			@missing.name           | Name a bean after '@'.
			#{@missing.name}        | Name a bean after '@'.
			#{}                     | Write '#{…}' with an expression in it
			#{ }                    | Write '#{…}' with an expression in it
			#{'${region}'}          | Write '#{…}' with an expression in it
			#{#id +}                | Write a template such as
			#id +                   | Write '#{#id} +'.
			#{'abc                  | Write '#{'abc'}'.
			${missing}              | Set that property, or give the placeholder a default
			order-${id}             | Write 'order-#{#id}' for the parameter. Or set that property
			order-${#id}            | Write 'order-#{#id}' for the parameter.
			${order.item.name}      | Write '#{#order.item.name}' for the parameter.
			${#missing}             | Set that property
			${root.kind}            | Set that property
			${evil}                 | Write expressions into the annotation
			${x:#{#id}}             | Write expressions into the annotation
			${nothing}              | Write a key
			``                      | Write a key
			` `                     | Write a key
			a + #{#missing}         | Use one of the parameters #id, #order, or #root.
			""")
	void refusesAKeyThatCanNotWork(String key, String action) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(method("run"), key))
			.withMessageContaining("Service.run")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith(action));
	}

	@Test
	void refusesToHaveNoKey() {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(method("run")))
			.withMessageContaining("has no key");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%', textBlock = """
			#{#id        | lacks a '}'.
			order-#{#id  | has the part '#{#id', which lacks a '}'.
			${region     | lacks a '}'.
			#{'abc       | lacks a second '.
			a-#{"abc}    | has the part '#{"abc}', which lacks a second ".
			""")
	void saysOnceWhatLacksAnEnd(String key, String problem) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(method("run"), key))
			.withMessageContaining(" can't be locked: its key '" + key + "' " + problem + " Write ");
	}

	@Test
	void aMethodThatTheAnnotationOfItsClassCoversIsToldSo() {
		DistributedLock lock = MergedAnnotation.of(DistributedLock.class, Map.of("key", "#{#id}")).synthesize();
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> LockKeys.parse(new AnnotatedMethod(method("none"), Service.class, lock, null),
					new KeyEvaluation(this.beanFactory), 1000))
			.withMessageStartingWith("The method " + Service.class.getName()
					+ ".none, which the annotation of its type covers, can't be locked: its key '#{#id}' names the"
					+ " unknown variable '#id'.")
			.withMessageEndingWith(" Or annotate single methods instead of the type.");
	}

	@Test
	void aMethodWithoutParametersIsToldSo() {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(method("none"), "#{#id}"))
			.withMessageContaining("'#id'")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("The method has no parameters"));
	}

	@Test
	void aListWithMoreElementsThanACallMayHaveKeysIsRefusedByItsName() {
		List<Integer> most = IntStream.range(0, 1000).boxed().toList();
		assertThat(resolve(method("run"), new Object[] { most, "any" }, "order-#{#id}")).hasSize(1000);
		List<Integer> more = IntStream.range(0, 1001).boxed().toList();
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("run"), new Object[] { more, "any" }, "order-#{#id}"))
			.withMessageContaining("The part '#id' of the key 'order-#{#id}'")
			.withMessageContaining("more than 1000 elements")
			.withMessageContaining("'distributed-lock.max-keys'");
	}

	@Test
	void listsThatWouldBeMultipliedAreRefusedBeforeThat() {
		List<Integer> many = IntStream.range(0, 1000).boxed().toList();
		String key = "#{#id}" + "-#{#id}".repeat(10);
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("run"), new Object[] { many, "any" }, key))
			.withMessageContaining("more than 1 elements");
	}

	@Test
	void anEndlessIterableIsRefused() {
		Iterable<Integer> endless = () -> Stream.iterate(0, (last) -> last + 1).iterator();
		assertThatExceptionOfType(LockKeyException.class)
			.isThrownBy(() -> resolve(method("run"), new Object[] { endless, "any" }, "order-#{#id}"));
	}

	@Test
	void resolvesPlaceholdersOnce() {
		LockKeys keys = parse(method("run"), "${region}-#{#id}");
		this.environment.setProperty("region", "us");
		assertThat(keys.resolve(null, Service.class, new Object[] { "42", "any" })).containsExactly("eu-42");
	}

	private List<String> resolve(Method method, @Nullable Object[] arguments, String... keys) {
		return parse(method, keys).resolve(new Service(), Service.class, arguments);
	}

	private LockKeys parse(Method method, String... keys) {
		DistributedLock lock = MergedAnnotation.of(DistributedLock.class, Map.of("key", keys)).synthesize();
		return LockKeys.parse(new AnnotatedMethod(method, Service.class, lock, method),
				new KeyEvaluation(this.beanFactory), 1000);
	}

	private static Method method(String name) {
		return Arrays.stream(Service.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	static class Service {

		public String getKind() {
			return "service";
		}

		public void run(Object id, Object order) {
		}

		public void one(Object value) {
		}

		public void none() {
		}

	}

	record Order(@Nullable Item item) {
	}

	record Item(String name) {
	}

	enum Warehouse {

		SOUTH, NORTH {

			@Override
			public String toString() {
				return "in the north";
			}

		};

		@Override
		public String toString() {
			return "anywhere else";
		}

	}

	record Unwritten(@Nullable RuntimeException failure) {

		@Override
		@SuppressWarnings("NullAway")
		public String toString() {
			if (this.failure != null) {
				throw this.failure;
			}
			return null;
		}

	}

	static class Tenant {

		public String getName() {
			return "acme";
		}

	}

}
