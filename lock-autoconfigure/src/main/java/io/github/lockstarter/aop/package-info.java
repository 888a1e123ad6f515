/**
 * From the annotation to the lock: a method's annotation becomes an immutable
 * description, checked at start-up, by which an interceptor takes the lock around each
 * call.
 */
@NullMarked
package io.github.lockstarter.aop;

import org.jspecify.annotations.NullMarked;
