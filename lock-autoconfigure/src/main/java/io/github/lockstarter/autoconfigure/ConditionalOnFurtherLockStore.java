package io.github.lockstarter.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches if the locks of some name are kept in this kind of store, by the property
 * {@code distributed-lock.locks.<name>.store}, and {@code distributed-lock.store} is
 * another. The store's bean is no default candidate, and its name is
 * {@code distributedLock<Kind>Store}, such as {@code distributedLockJdbcStore}.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnFurtherLockStoreCondition.class)
public @interface ConditionalOnFurtherLockStore {

	/**
	 * The kind of store, as it is written in properties.
	 * @return such as {@code jdbc}
	 */
	String value();

}
