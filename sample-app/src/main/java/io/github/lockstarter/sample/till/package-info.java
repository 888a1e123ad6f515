/**
 * A till that numbers its receipts and serves first who came first: a fair lock.
 */
@NullMarked
package io.github.lockstarter.sample.till;

import org.jspecify.annotations.NullMarked;
