package io.github.lockstarter.store.redis.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.redis.command.ScriptCommand.Joining;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for locks that one script acquires and releases, on a real server.
 */
class CoalescedScriptsIntegrationTests {

	private static final String TEXT = "000000030000 100\nshop\none\nmain";

	private final RedisClient redis = RedisClient.create(EmbeddedRedis.shared().uri());

	private final StatefulRedisConnection<String, String> connection = this.redis.connect();

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private final WriteCoalescer coalescer = new WriteCoalescer(this.connection, this.tasks::add,
			Script.text("", Script.BURST), true);

	private final String prefix = "joined:" + UUID.randomUUID() + ":";

	/** Of two instances, each of which releases what it has asked for last. */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void theAnswersAreThoseOfAScriptForEach(long seed) {
		List<List<String>> together = asked("together:", seed, 20);
		assertThat(states(together)).isEqualTo(states(asked("alone:", seed, 1)));
		assertThat(together).allSatisfy((lock) -> {
			assertThat(states(List.of(lock)).get(0)).contains("granted", "refused", "released", "unknown");
			assertThat(tokens(lock)).isSorted().doesNotHaveDuplicates();
		});
	}

	@Test
	void aLockPassesOnWithinOneScript() {
		List<CompletableFuture<String>> answers = List.of(acquire("a", 1), queue("a", 2), release("a", 1),
				queue("a", 2));
		this.tasks.remove().run();
		assertThat(states(List.of(answers.stream().map(CompletableFuture::join).toList())).get(0))
			.containsExactly("granted", "queued", "released", "granted");
	}

	@Test
	void theTroubleOfOneRecordDoesNotAffectOthers() {
		this.connection.sync().rpush(this.prefix + "b", "not a lock");
		List<CompletableFuture<String>> answers = List.of(acquire("a", 1), acquire("b", 2), acquire("c", 3));
		this.tasks.remove().run();
		assertThat(answers.get(0).join()).startsWith("granted");
		assertThat(answers.get(1).join()).startsWith("WRONGTYPE");
		assertThat(answers.get(2).join()).startsWith("granted");
	}

	/** Its owner is one, and nothing else of it can be read. */
	@Test
	void aDamagedRecordDoesNotAffectOthers() {
		acquire("a", 1);
		this.connection.sync().set(this.prefix + "b", "lock/4 one:2 damaged");
		this.tasks.remove().run();
		List<CompletableFuture<String>> answers = List.of(release("a", 1), release("b", 2), acquire("c", 3));
		this.tasks.remove().run();
		assertThat(answers.get(0).join()).startsWith("released");
		assertThat(answers.get(1).join()).doesNotStartWith("released");
		assertThat(answers.get(2).join()).startsWith("granted");
	}

	private CompletableFuture<String> acquire(String key, long number) {
		return add(Script.ACQUIRE, Joining.ACQUIRE, key, "one:" + number, "channel", "35000", TEXT, "");
	}

	private CompletableFuture<String> queue(String key, long number) {
		return add(Script.ACQUIRE, Joining.ACQUIRE, key, "two:" + number, "channel", "35000", TEXT, "20000d");
	}

	private CompletableFuture<String> release(String key, long number) {
		return add(Script.RELEASE, Joining.RELEASE, key, "one:" + number, "channel", "0", "1");
	}

	/** The answers by lock: the same questions, so many at a time. */
	private List<List<String>> asked(String where, long seed, int burst) {
		Random random = new Random(seed);
		List<List<CompletableFuture<String>>> answers = List.of(new ArrayList<>(), new ArrayList<>(),
				new ArrayList<>());
		Map<String, String> last = new HashMap<>();
		for (int number = 1; number <= 400; number++) {
			int lock = random.nextInt(answers.size());
			String instance = random.nextBoolean() ? "one:" : "two:";
			String withoutMark = random.nextBoolean() ? "1" : "0";
			String asked = last.remove(instance + lock);
			if (asked == null) {
				last.put(instance + lock, instance + number);
				answers.get(lock)
					.add(add(Script.ACQUIRE, Joining.ACQUIRE, where + lock, instance + number, "channel", "35000", TEXT,
							""));
			}
			else {
				answers.get(lock)
					.add(add(Script.RELEASE, withoutMark.equals("1") ? Joining.RELEASE : Joining.NONE, where + lock,
							asked, "channel", "0", withoutMark));
			}
			if (number % burst == 0) {
				this.tasks.remove().run();
				answers.forEach((all) -> all.forEach(CompletableFuture::join));
			}
		}
		return answers.stream().map((all) -> all.stream().map(CompletableFuture::join).toList()).toList();
	}

	private CompletableFuture<String> add(Script<String> script, Joining joining, String key, String... arguments) {
		Script.Text text = script.text("");
		this.connection.sync().scriptLoad(text.source());
		ScriptCommand<String> command = new ScriptCommand<>(CommandType.EVALSHA, new ValueOutput<>(StringCodec.UTF8),
				text.digest(), new String[] { this.prefix + key }, arguments, joining);
		CompletableFuture<String> answer = new CompletableFuture<>();
		command.onComplete((result, failure) -> answer
			.complete((failure != null) ? String.valueOf(failure.getMessage()) : result.toString()));
		this.coalescer.add(command);
		return answer;
	}

	private static List<List<String>> states(List<List<String>> answers) {
		return answers.stream().map((lock) -> lock.stream().map((answer) -> answer.split(" ")[0]).toList()).toList();
	}

	private static List<Long> tokens(List<String> answers) {
		return answers.stream()
			.filter((answer) -> answer.startsWith("granted"))
			.map((answer) -> Long.parseLong(answer.split(" ")[1]))
			.toList();
	}

	@AfterEach
	void close() {
		this.connection.sync()
			.eval("for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end",
					ScriptOutputType.STATUS, new String[0], this.prefix + "*");
		this.redis.shutdown();
	}

}
