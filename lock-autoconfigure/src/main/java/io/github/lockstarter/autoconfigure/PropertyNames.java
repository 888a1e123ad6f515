package io.github.lockstarter.autoconfigure;

import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.util.ClassUtils;

/**
 * Lists the names of the properties that Spring Boot binds to a class.
 */
final class PropertyNames {

	private PropertyNames() {
	}

	static List<String> of(Class<?> type, String prefix) {
		return names(type, prefix, Object.class).sorted().toList();
	}

	/**
	 * Only those whose values have a certain type.
	 */
	static List<String> ofValues(Class<?> valueType, Class<?> type) {
		return names(type, "", valueType).sorted().toList();
	}

	private static Stream<String> names(Class<?> type, String prefix, Class<?> valueType) {
		return Arrays.stream(BeanUtils.getPropertyDescriptors(type))
			.flatMap((property) -> names(property, prefix + DataObjectPropertyName.toDashedForm(property.getName()),
					valueType));
	}

	private static Stream<String> names(PropertyDescriptor property, String name, Class<?> valueType) {
		Class<?> type = property.getPropertyType();
		if (property.getWriteMethod() != null) {
			return Stream.of(name).filter((written) -> ClassUtils.isAssignable(valueType, type));
		}
		return isGroup(type) ? names(type, name + ".", valueType) : Stream.empty();
	}

	private static boolean isGroup(@Nullable Class<?> type) {
		return type != null && type.getPackage() == PropertyNames.class.getPackage();
	}

}
