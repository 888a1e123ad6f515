/**
 * Leases that count only once replicas have them. {@code ReplicaAcknowledgements} follows
 * each grant by a renewal on a third connection, which alone waits for replicas;
 * {@code ServerAcknowledgements} gathers the scripts for one server, each an
 * {@code AcknowledgedScript}, and asks its replicas for all of them at once. A grant that
 * arrives as a notification is claimed first ({@code UnclaimedGrants}).
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.acknowledgement;

import org.jspecify.annotations.NullMarked;
