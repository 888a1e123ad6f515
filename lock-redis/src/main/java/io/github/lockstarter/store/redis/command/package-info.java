/**
 * The way of a command. {@code ScriptArguments} creates the arguments of a
 * {@code Script}, {@code ScriptCalls} runs it on the current connection, as a
 * {@code ScriptCommand}, and {@code Answers} reads its result, mostly a
 * {@code TextOutput}; a {@code ScriptBatch} is one script for many locks, and
 * {@code ChannelNames} go to the scripts, which publish grants there.
 * {@code ServerScripts} are the scripts as one connection needs them, and
 * {@code CommandBursts} send to it what several threads send at the same moment.
 *
 * <p>
 * {@code Connections} keeps the connection for commands, and gives access to the other
 * connections of the session, to the topology of the Cluster and to the sentinels.
 * {@code InFlightCommands} notices a command that is not answered,
 * {@code SilenceDetector} a connection that is silent; a server that has become a replica
 * is left.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.command;

import org.jspecify.annotations.NullMarked;
