package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link KnownProperties}.
 */
class KnownPropertiesTests {

	private static final Order ORDER = new Order(7, new Customer("Ada"), Optional.of("blue"), new Note(), Size.LARGE);

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '%',
			textBlock = """
					#order.idd                   | idd    | Order    | Use one of its components: id, customer, color, note, size.
					order-#{#order.idd}          | idd    | Order    | Use one of its components: id, customer, color, note, size.
					order-#{#p0.idd}             | idd    | Order    | Use one of its components: id, customer, color, note, size.
					#order.customer.nane         | nane   | Customer | Use one of its components: name.
					#order?.customer?.nane       | nane   | Customer | Use one of its components: name.
					#order.customer.name.lenght  | lenght | String   | Correct the name.
					'a' + #order.idd             | idd    | Order    | Use one of its components: id, customer, color, note, size.
					#number.value                | value  | Integer  | Correct the name.
					""")
	void refusesAPropertyThatCanNotExist(String key, String property, String type, String action) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> parse(key))
			.withMessageContaining("its key '" + key + "' names the property '" + property + "', which ")
			.withMessageContaining(type + " does not have.")
			.satisfies((ex) -> assertThat(ex.getAction()).isEqualTo(action));
	}

	@ParameterizedTest
	@ValueSource(strings = { "#order.id", "#order.customer.name", "#order?.customer?.name", "#p0.customer.name.bytes",
			"#order.size.name", "#order.hashCode()", "#order.customer.name.length()", "#order.note.anything",
			"#order.color.anything", "#open.anything", "#type.anything", "#numbers.length", "#byName.anything" })
	void acceptsWhatExistsOrMayExist(String key) {
		assertThat(parse(key)).isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "#order.id,7", "#order.customer.name,Ada", "#order.size.name,LARGE", "#p0.size.label,large" })
	void whatIsAcceptedIsWhatACallReads(String key, String expected) {
		Object[] arguments = { ORDER, 1, ORDER, String.class, new int[0], Map.of() };
		assertThat(parse(key).resolve(new Service(), Service.class, arguments)).isEqualTo(List.of(expected));
	}

	private static LockKeys parse(String key) {
		DistributedLock lock = MergedAnnotation.of(DistributedLock.class, Map.of("key", new String[] { key }))
			.synthesize();
		var method = Arrays.stream(Service.class.getDeclaredMethods())
			.filter((each) -> each.getName().equals("run"))
			.findFirst()
			.orElseThrow();
		return LockKeys.parse(new AnnotatedMethod(method, Service.class, lock, method),
				new KeyEvaluation(new DefaultListableBeanFactory()), 1000);
	}

	static class Service {

		public void run(Order order, int number, Object open, Class<?> type, int[] numbers,
				Map<String, String> byName) {
		}

	}

	record Order(long id, Customer customer, Optional<String> color, Note note, Size size) {
	}

	record Customer(String name) {
	}

	/** May have subclasses with further properties. */
	static class Note {

	}

	enum Size {

		LARGE;

		public final String label = "large";

	}

}
