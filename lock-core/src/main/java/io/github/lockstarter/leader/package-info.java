/**
 * Leader election: roles that one instance has at a time, for as long as it lives. A role
 * is a lock that is held until it is lost or given up.
 */
@NullMarked
package io.github.lockstarter.leader;

import org.jspecify.annotations.NullMarked;
