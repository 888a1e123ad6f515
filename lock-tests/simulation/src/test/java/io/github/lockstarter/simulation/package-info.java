/**
 * Runs the engine in simulated time: several clients, a store and the network between
 * them in one thread, with faults by chance. One seed is one run.
 *
 * <p>
 * {@code SimulatedTime} has the events, {@code SimulatedMachine} the clocks of one client
 * and {@code SimulatedPlatform} its threads. {@code SimulatedServer} keeps the records,
 * and a {@code SimulatedSession} talks to it over {@code SimulatedConnection}s.
 * {@code SimulatedCaller}s use locks, {@code Faults} do harm, and {@code Checks} look
 * after each step. A {@code Simulation} puts them together.
 *
 * <p>
 * {@code SimulatedServers} are one server, or several of a quorum with clocks that are
 * seconds apart. A client has a {@code SimulatedWay} to each of them, and
 * {@code QuorumFaults} cut clients off from servers.
 */
@NullMarked
package io.github.lockstarter.simulation;

import org.jspecify.annotations.NullMarked;
