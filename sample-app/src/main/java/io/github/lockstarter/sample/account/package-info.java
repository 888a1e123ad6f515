/**
 * Money that is moved between accounts: locks of two keys.
 */
@NullMarked
package io.github.lockstarter.sample.account;

import org.jspecify.annotations.NullMarked;
