package io.github.lockstarter.autoconfigure;

import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * Lists the names of the properties that Spring Boot binds to a class.
 */
final class PropertyNames {

	private PropertyNames() {
	}

	static List<String> of(Class<?> type, String prefix) {
		return names(type, prefix).sorted().toList();
	}

	private static Stream<String> names(Class<?> type, String prefix) {
		return Arrays.stream(BeanUtils.getPropertyDescriptors(type))
			.flatMap((property) -> names(property, prefix + DataObjectPropertyName.toDashedForm(property.getName())));
	}

	private static Stream<String> names(PropertyDescriptor property, String name) {
		if (property.getWriteMethod() != null) {
			return Stream.of(name);
		}
		Class<?> type = property.getPropertyType();
		return isGroup(type) ? names(type, name + ".") : Stream.empty();
	}

	private static boolean isGroup(@Nullable Class<?> type) {
		return type != null && type.getPackage() == PropertyNames.class.getPackage();
	}

}
