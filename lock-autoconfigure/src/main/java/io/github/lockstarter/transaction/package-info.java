/**
 * Locks and Spring's transactions: a transaction is not committed under a lock that was
 * lost, and a lock can be held until the transaction of the caller has ended. Loaded only
 * where spring-tx is on the class path. Only for transactions that are bound to a thread,
 * not for reactive ones.
 */
@NullMarked
package io.github.lockstarter.transaction;

import org.jspecify.annotations.NullMarked;
