/**
 * The way of a command. {@code ScriptArguments} says what a {@code Script} is told,
 * {@code ScriptCalls} runs it on the connection of the moment, as a
 * {@code ScriptCommand}, and {@code Answers} reads what it returns, mostly a
 * {@code TextOutput}; a {@code ScriptBatch} is one script for many locks, and
 * {@code ChannelNames} are told to scripts, so that they know where to publish a grant.
 *
 * <p>
 * {@code Connections} keeps the connection for commands, and leads to the others of the
 * session and to what is known of the Cluster and of the sentinels. A command that is not
 * answered is noticed by {@code InFlightCommands}, and a connection on which nothing is
 * by {@code SilenceDetector}; a server that has become a replica is left.
 *
 * <p>
 * Internal to the store on Redis: nobody else knows this package.
 */
@NullMarked
package io.github.lockstarter.store.redis.command;

import org.jspecify.annotations.NullMarked;
