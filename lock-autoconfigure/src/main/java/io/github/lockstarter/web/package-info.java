/**
 * Controllers of Spring MVC that answer later: the lock is taken with the request, and
 * held until what they returned has ended.
 */
@NullMarked
package io.github.lockstarter.web;

import org.jspecify.annotations.NullMarked;
