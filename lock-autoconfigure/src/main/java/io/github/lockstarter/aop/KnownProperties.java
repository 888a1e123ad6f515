package io.github.lockstarter.aop;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

import io.github.lockstarter.aop.KeyExpressionChecker.UnknownNameException;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.util.ClassUtils;

/**
 * Checks the properties of values whose types are known at start-up, as those of records
 * are: a final class has no subclass that may have further ones. They are looked up where
 * a call looks them up.
 */
final class KnownProperties extends ReflectivePropertyAccessor {

	/**
	 * Check a chain such as {@code #order.item.name}, as far as types are known.
	 * @param type the type of its first part, as it is declared
	 * @throws UnknownNameException if a type does not have a property
	 */
	void check(CompoundExpression chain, Class<?> type) throws UnknownNameException {
		Class<?> owner = ClassUtils.resolvePrimitiveIfNecessary(type);
		for (int i = 1; i < chain.getChildCount() && isKnown(owner); i++) {
			if (!(chain.getChild(i) instanceof PropertyOrFieldReference property)) {
				return;
			}
			Class<?> next = type(owner, property.getName());
			if (next == null) {
				throw new UnknownNameException(
						"names the property '" + property.getName() + "', which " + owner.getName() + " does not have",
						advice(owner));
			}
			owner = ClassUtils.resolvePrimitiveIfNecessary(next);
		}
	}

	/** SpEL reads static members of a class, and may look into an Optional. */
	private static boolean isKnown(Class<?> type) {
		return Modifier.isFinal(type.getModifiers()) && !type.isArray() && type != Class.class
				&& type != Optional.class;
	}

	private @Nullable Class<?> type(Class<?> owner, String property) {
		Method getter = findGetterForProperty(property, owner, false);
		if (getter != null) {
			return getter.getReturnType();
		}
		Field field = findField(property, owner, false);
		return (field != null) ? field.getType() : null;
	}

	private static String advice(Class<?> owner) {
		RecordComponent[] components = owner.getRecordComponents();
		return (components == null || components.length == 0 || components.length > 5) ? "Correct the name."
				: "Use one of its components: "
						+ Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.joining(", "))
						+ ".";
	}

}
