package io.github.lockstarter.aop;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.util.ClassUtils;

/**
 * HTTP entities, which controllers return, where spring-web is on the class path.
 */
final class HttpEntities {

	private static final boolean present = ClassUtils.isPresent("org.springframework.http.HttpEntity",
			HttpEntities.class.getClassLoader());

	private HttpEntities() {
	}

	static boolean include(Class<?> type) {
		return present && Entities.include(type);
	}

	/** The body's type of an entity type. */
	static ResolvableType bodyOf(ResolvableType entity) {
		return Entities.bodyOf(entity);
	}

	/** The body of an entity, which may have none, or else the value itself. */
	static @Nullable Object unwrap(Object value) {
		return include(value.getClass()) ? Entities.bodyOf(value) : value;
	}

	/**
	 * Loaded only where spring-web is there.
	 */
	private static final class Entities {

		static boolean include(Class<?> type) {
			return HttpEntity.class.isAssignableFrom(type);
		}

		static ResolvableType bodyOf(ResolvableType entity) {
			return entity.as(HttpEntity.class).getGeneric(0);
		}

		static @Nullable Object bodyOf(Object entity) {
			return ((HttpEntity<?>) entity).getBody();
		}

	}

}
