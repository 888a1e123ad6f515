/**
 * The way of a command. {@code ScriptArguments} creates the arguments of a
 * {@code Script}, {@code ScriptExecutor} runs it on the current connection, as a
 * {@code ScriptCommand}, and {@code ReplyParser} reads its result; a {@code ScriptBatch}
 * is one script for many locks, and {@code ChannelNames} go to the scripts, which publish
 * grants there. {@code LoadedScripts} are the scripts as one connection needs them, and
 * {@code WriteCoalescer} sends to it what several threads send at the same moment.
 *
 * <p>
 * {@code Connections} knows the servers with locks: one, or the primaries of a Cluster. A
 * {@code ServerMap} has something for each of them: a {@code CommandServer}, which keeps
 * the connection for commands, replaces it when it is silent and leaves a server that has
 * become a replica, or a further connection of another package. {@code InFlightCommands}
 * notices a command that is not answered, and a connection that is silent.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.command;

import org.jspecify.annotations.NullMarked;
