/**
 * Suspending functions of Kotlin: their coroutines run under the locks of their calls, on
 * whatever threads they are resumed. Loaded only for suspending functions.
 */
@NullMarked
package io.github.lockstarter.coroutine;

import org.jspecify.annotations.NullMarked;
