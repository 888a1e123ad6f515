/**
 * A till that numbers its receipts and serves customers in their order of arrival: a fair
 * lock.
 */
@NullMarked
package io.github.lockstarter.sample.till;

import org.jspecify.annotations.NullMarked;
