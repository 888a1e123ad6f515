package io.github.lockstarter.store.redis.command;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.store.redis.command.ScriptCommand.Joining;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoalescedScripts}.
 */
class CoalescedScriptsTests {

	private static final Script.Text TEXT = new Script.Text("the script", "its digest");

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private final List<ScriptCommand<?>> sent = new ArrayList<>();

	private final List<String> told = new ArrayList<>();

	private final WriteCoalescer coalescer = new WriteCoalescer(connection(), this.tasks::add, TEXT, true);

	@Test
	void locksOfOneMomentAreAskedForByOneScript() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		add("b", Joining.RELEASE, "one:2", "channel", "0", "1");
		write();
		assertThat(lines(only())).containsExactly("EVALSHA", "its digest", "2", "a", "b", "channel", "ar", "one:1",
				"35000", "text", "", "one:2", "0");
		answer(only(), "granted", "released");
		assertThat(this.told).containsExactly("a: granted", "b: released");
	}

	@Test
	void oneLockIsAskedForByItsOwnScript() {
		ScriptCommand<?> command = add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		write();
		assertThat(only()).isSameAs(command);
	}

	/** A proxy would send all of it to the server of the first lock. */
	@Test
	void eachIsSentAloneWhereSeveralServersMayBe() {
		WriteCoalescer several = new WriteCoalescer(connection(), this.tasks::add, TEXT, false);
		for (String key : new String[] { "a", "b" }) {
			several.add(new ScriptCommand<>(CommandType.EVALSHA, new ValueOutput<>(StringCodec.UTF8), "own digest",
					new String[] { key }, new String[] { "one:1", "channel", "35000", "text", "" }, Joining.ACQUIRE));
		}
		write();
		assertThat(this.sent).hasSize(2);
	}

	@Test
	void otherScriptsAreSentAloneInTheirOrder() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", "");
		ScriptCommand<?> other = add("c", Joining.NONE, "one:3", "channel");
		ScriptCommand<?> last = add("d", Joining.ACQUIRE, "one:4", "channel", "35000", "text", "");
		write();
		assertThat(this.sent).hasSize(3);
		assertThat(this.sent.subList(1, 3)).isEqualTo(List.of(other, last));
	}

	@Test
	void noScriptAsksForMoreThanRedisAnswersInAMoment() {
		List<ScriptCommand<?>> commands = IntStream.range(0, 33)
			.<ScriptCommand<?>>mapToObj(
					(i) -> add("k" + i, Joining.ACQUIRE, "one:" + i, "channel", "35000", "text", ""))
			.toList();
		write();
		assertThat(this.sent).hasSize(2);
		assertThat(lines(this.sent.get(0))).contains("32");
		assertThat(this.sent.get(1)).isSameAs(commands.get(32));
	}

	@Test
	void whatIsGivenUpBeforeItIsSentIsLeftOut() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", "").cancel();
		add("c", Joining.ACQUIRE, "one:3", "channel", "35000", "text", "");
		write();
		assertThat(this.sent).hasSize(3).noneMatch((command) -> lines(command).contains("its digest"));
	}

	/** Redis would have nothing to do meanwhile. */
	@Test
	void threadsThatAreToldFirstAskAgainBeforeTheLastAreTold() {
		String[] keys = { "a", "b", "c", "d", "e" };
		for (String key : keys) {
			add(key, Joining.ACQUIRE, "one:1", "channel", "35000", "text", "").onComplete((answer, failure) -> {
				this.told.add("sent " + this.sent.size());
				add(key, Joining.RELEASE, "one:1", "channel", "0", "1");
			});
		}
		write();
		ScriptCommand<?> all = only();
		this.sent.clear();
		answer(all, "granted", "granted", "granted", "granted", "granted");
		assertThat(this.told).containsSubsequence("d: granted", "sent 0", "e: granted", "sent 1");
		assertThat(lines(only())).contains("4", "a", "b", "c", "d");
		this.sent.clear();
		write();
		assertThat(lines(only())).contains("own digest", "e");
	}

	@Test
	void whatHasNoAnswerIsSentAlone() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		ScriptCommand<?> strange = add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", "");
		write();
		ScriptCommand<?> both = only();
		this.sent.clear();
		answer(both, "granted", "");
		assertThat(this.told).containsExactly("a: granted");
		assertThat(only()).isSameAs(strange);
	}

	@Test
	void aScriptThatRedisDoesNotKnowIsSentInFull() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", "");
		write();
		ScriptCommand<?> both = only();
		this.sent.clear();
		both.completeExceptionally(new RedisNoScriptException("NOSCRIPT"));
		assertThat(lines(only())).startsWith("EVAL", "the script", "2", "a", "b");
		answer(only(), "granted", "refused");
		assertThat(this.told).containsExactly("a: granted", "b: refused");
	}

	@Test
	void whatIsGivenUpMeanwhileIsNotSentInFull() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "").cancel();
		ScriptCommand<?> given = add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", "");
		add("c", Joining.ACQUIRE, "one:3", "channel", "35000", "text", "");
		write();
		ScriptCommand<?> both = this.sent.get(1);
		this.sent.clear();
		given.cancel();
		both.completeExceptionally(new RedisNoScriptException("NOSCRIPT"));
		assertThat(lines(only())).startsWith("EVAL", "the script", "1", "c");
	}

	/** One of the keys may be forbidden, or a proxy may want all of them in one slot. */
	@ParameterizedTest
	@ValueSource(strings = { "NOPERM this user has no permissions to access one of the keys",
			"CROSSSLOT Keys in request don't hash to the same slot" })
	void eachIsSentAloneOnceRedisHasRefusedAll(String refusal) {
		refuseTwo(refusal);
		add("c", Joining.ACQUIRE, "one:3", "channel", "35000", "text", "");
		add("d", Joining.ACQUIRE, "one:4", "channel", "35000", "text", "");
		write();
		assertThat(this.sent).hasSize(2);
	}

	@Test
	void locksAreAskedForTogetherOnceRedisIsNoLongerBusy() {
		refuseTwo("BUSY Redis is busy running a script.");
		add("c", Joining.ACQUIRE, "one:3", "channel", "35000", "text", "");
		add("d", Joining.ACQUIRE, "one:4", "channel", "35000", "text", "");
		write();
		assertThat(lines(only())).contains("its digest");
	}

	private void refuseTwo(String refusal) {
		List<ScriptCommand<?>> commands = List.of(add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", ""),
				add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", ""));
		write();
		ScriptCommand<?> both = only();
		this.sent.clear();
		both.completeExceptionally(new RedisCommandExecutionException(refusal));
		assertThat(this.told).isEmpty();
		assertThat(this.sent).isEqualTo(commands);
		this.sent.clear();
	}

	@Test
	void allFailIfThereIsNoAnswer() {
		add("a", Joining.ACQUIRE, "one:1", "channel", "35000", "text", "");
		add("b", Joining.ACQUIRE, "one:2", "channel", "35000", "text", "");
		write();
		only().cancel();
		assertThat(this.told).containsExactly("a: " + CancellationException.class.getName(),
				"b: " + CancellationException.class.getName());
		assertThat(this.sent).hasSize(1);
	}

	private ScriptCommand<?> add(String key, Joining joining, String... arguments) {
		ScriptCommand<String> command = new ScriptCommand<>(CommandType.EVALSHA, new ValueOutput<>(StringCodec.UTF8),
				"own digest", new String[] { key }, arguments, joining);
		command.onComplete(
				(answer, failure) -> this.told.add(key + ": " + ((failure != null) ? failure.toString() : answer)));
		this.coalescer.add(command);
		return command;
	}

	private void write() {
		this.tasks.remove().run();
	}

	private ScriptCommand<?> only() {
		assertThat(this.sent).hasSize(1);
		return this.sent.get(0);
	}

	private static void answer(ScriptCommand<?> command, String... answers) {
		Stream.of(answers)
			.forEach((answer) -> command.getOutput().set(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8))));
		command.complete();
	}

	private static List<String> lines(ScriptCommand<?> command) {
		ByteBuf encoded = Unpooled.buffer();
		command.encode(encoded);
		return Stream.of(encoded.toString(StandardCharsets.UTF_8).split("\r\n"))
			.filter((line) -> !line.startsWith("$") && !line.startsWith("*"))
			.toList();
	}

	@SuppressWarnings("unchecked")
	private StatefulConnection<String, String> connection() {
		return (StatefulConnection<String, String>) Proxy.newProxyInstance(StatefulConnection.class.getClassLoader(),
				new Class<?>[] { StatefulConnection.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "dispatch" -> dispatched(arguments[0]);
					case "isOpen" -> true;
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

	private Object dispatched(Object commands) {
		Collection<?> all = (commands instanceof Collection<?> several) ? several : List.of(commands);
		all.forEach((command) -> this.sent.add((ScriptCommand<?>) command));
		return commands;
	}

}
