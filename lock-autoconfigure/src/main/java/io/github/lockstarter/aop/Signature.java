package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.core.ResolvableType;

/**
 * The parameter and return types of a method of a bean, as its source declares them, with
 * the type variables of its class resolved.
 *
 * @param method the method
 * @param returnType its return type
 * @param parameters the types of its parameters
 */
record Signature(Method method, ResolvableType returnType, List<ResolvableType> parameters) {

	static Signature of(Method method, Class<?> type) {
		return new Signature(method,
				Suspending.is(method) ? Suspending.returnType(method, type)
						: ResolvableType.forMethodReturnType(method, type),
				IntStream.range(0, Suspending.parameters(method))
					.mapToObj((index) -> ResolvableType.forMethodParameter(method, index, type))
					.toList());
	}

	/**
	 * The types that distinguish overloads.
	 */
	List<Class<?>> erasure() {
		return erasure(this.parameters);
	}

	/**
	 * Whether it takes exactly these types: if wider ones sufficed, several overloads
	 * would match.
	 */
	boolean takes(List<ResolvableType> arguments) {
		return erasure().equals(erasure(arguments)) && IntStream.range(0, arguments.size())
			.allMatch((index) -> this.parameters.get(index).isAssignableFromResolvedPart(arguments.get(index)));
	}

	/**
	 * Whether its result may be returned where that type is expected.
	 */
	boolean returns(ResolvableType expected) {
		Class<?> given = this.returnType.toClass();
		return (expected.toClass().isPrimitive() || given == void.class) ? given == expected.toClass()
				: expected.isAssignableFromResolvedPart(this.returnType);
	}

	@Override
	public String toString() {
		return text(this.method.getName(), this.parameters);
	}

	static String text(String name, List<ResolvableType> parameters) {
		return parameters.stream().map(Signature::text).collect(Collectors.joining(", ", name + "(", ")"));
	}

	static String text(ResolvableType type) {
		String text = type.toString().equals("?") ? type.getType().getTypeName() : type.toString();
		return text.replaceAll("[\\w.$]*[.$](\\w)", "$1");
	}

	private static List<Class<?>> erasure(List<ResolvableType> types) {
		return types.stream().<Class<?>>map(ResolvableType::toClass).toList();
	}

}
