/**
 * Ratchets: how many files one call goes through, and in how many files a feature is.
 */
@NullMarked
package io.github.lockstarter.road;

import org.jspecify.annotations.NullMarked;
