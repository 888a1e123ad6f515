package io.github.lockstarter.store.redis.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs scripts with their short code for the usual cases and without it, on records and
 * with arguments that chance makes, and compares all that they do: what they answer,
 * write and publish, and for how long the record is to be kept. Both run in one script,
 * at a time that the test sets, so that nothing depends on how fast the machine is. The
 * system property {@code simulation.first} chooses other seeds.
 */
class ShortCodeIntegrationTests {

	private static final long FIRST = Long.getLong("simulation.first", 0);

	private static final int TIMES = 4000;

	private static final long NOW = 1_795_000_000_123_456L;

	/** The last one is out of reach. */
	private static final List<String> INSTANCES = List.of("A", "B", "C", "gone");

	/**
	 * Runs a function on a copy of the record. It returns whether it got beyond the short
	 * code, and what it did.
	 */
	private static final String RUN = """
			local server, went_on, kept, told = redis, false, '', {}

			local redis = { sha1hex = server.sha1hex }

			function redis.pcall(command, ...)
			  local first, second = ...
			  if command == 'TIME' then
			    return { string.sub(ARGV[1], 1, 10), string.sub(ARGV[1], 11) }
			  elseif command == 'PUBSUB' then
			    return { second, string.sub(second, -4) == 'gone' and 0 or 1 }
			  elseif command == 'PUBLISH' or command == 'SPUBLISH' then
			    table.insert(told, command .. ' ' .. first .. ' ' .. second)
			    return 1
			  end
			  local result = server.pcall(command, ...)
			  if command == 'PEXPIRE' or command == 'SET' and result and result.ok then
			    kept = tostring(select(select('#', ...), ...))
			  end
			  return result
			end

			redis.call = redis.pcall

			local function run(script, arguments)
			  went_on, kept, told = false, '', {}
			  server.call('DEL', KEYS[1])
			  if ARGV[2] ~= '' then
			    server.call('SET', KEYS[1], ARGV[2])
			  end
			  local answer = script({ KEYS[1] }, arguments)
			  return { went_on and 'yes' or 'no', answer, server.call('GET', KEYS[1]) or '', kept, table.concat(told, ', ') }
			end

			local short, general = { unpack(ARGV, 3) }, { unpack(ARGV, 3) }
			return { run(short_script, short), run(general_script, general) }
			""";

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final StatefulRedisConnection<String, String> connection = this.redis.connect();

	@AfterEach
	void close() {
		this.connection.sync().del("short");
		this.redis.shutdown();
	}

	@ParameterizedTest
	@EnumSource
	void theShortCodeDoesWhatTheRestWouldDo(Operation operation) {
		String digest = this.connection.sync().scriptLoad(source(operation));
		List<String> answers = new ArrayList<>();
		for (long seed = FIRST; seed < FIRST + TIMES; seed++) {
			Random random = new Random(seed);
			List<String> arguments = new ArrayList<>(List.of(Long.toString(NOW), record(random)));
			arguments.addAll(operation.arguments(random));
			List<List<String>> both = this.connection.sync()
				.evalsha(digest, ScriptOutputType.MULTI, new String[] { "short" }, arguments.toArray(String[]::new));
			List<String> quick = both.get(0);
			assertThat(withoutZeros(quick)).as("-Dsimulation.first=%d: %s", seed, arguments)
				.isEqualTo(withoutZeros(both.get(1)));
			if (quick.get(0).equals("no")) {
				answers.add(quick.get(1).replaceAll("[^a-z]+", " ").trim());
			}
		}
		operation.usual.forEach(
				(answer) -> assertThat(Collections.frequency(answers, answer)).as(answer).isGreaterThan(TIMES / 200));
	}

	/** Of numbers in an answer; and whether it got beyond the short code may differ. */
	private static List<String> withoutZeros(List<String> result) {
		List<String> same = new ArrayList<>(result.subList(1, result.size()));
		same.set(0, same.get(0).replaceAll("\\b0+(?=\\d)", ""));
		return same;
	}

	private static String source(Operation operation) {
		String whole = operation.script.text("server").source();
		String general = whole;
		for (String part : operation.shortParts) {
			general = general.replace(Script.readPart(part), "");
		}
		String record = Script.readPart("record");
		assertThat(whole).contains(record);
		String marked = whole.replace(record, "went_on = true\n" + record);
		int redefined = RUN.indexOf("local function run");
		return RUN.substring(0, redefined) + Script.function("short_script", marked)
				+ Script.function("general_script", general) + RUN.substring(redefined);
	}

	/** A record, or none. Mostly of a lock that is held, by A as a rule. */
	private static String record(Random random) {
		if (random.nextInt(10) == 0) {
			return "";
		}
		long token = (random.nextInt(6) > 0) ? NOW - random.nextInt(20_000_000) : NOW + random.nextInt(5_000_000);
		if (random.nextInt(4) == 0) {
			// whole milliseconds, where rounding differs
			token -= (token - NOW) % 1000;
		}
		String owner = pick(random, "A:5", "A:5", "A:5", "B:3", "C:4", "", "A:0", "gone:1");
		long lasts = pick(random, 30_000, 30_000, 30_000, 100, 0);
		if (!owner.isEmpty() && random.nextBoolean()) {
			lasts = Math.max(NOW / 1000 - token / 1000 + pick(random, 20_000, 1, 0), 0);
		}
		List<String> waiting = new ArrayList<>(INSTANCES);
		Collections.shuffle(waiting, random);
		waiting = new ArrayList<>(waiting.subList(0, random.nextInt(INSTANCES.size())));
		if (random.nextInt(5) > 0) {
			waiting.remove("A");
		}
		String queue = queue(random, waiting);
		String marks = INSTANCES.stream()
			.filter((instance) -> random.nextInt(5) == 0)
			.map((instance) -> " " + instance + ":" + (1 + random.nextInt(8)) + pick(random, "r", "c", "l", "u")
					+ (NOW / 1000 - pick(random, 100, 4000, 6000)))
			.collect(Collectors.joining());
		boolean more = !(queue + marks).isEmpty();
		return "lock/4%s %s %016d %012d %d\n".formatted(more ? "+" : "", owner, token, lasts, pick(random, 0, 1, 1024))
				+ (more ? queue + "\n" + marks + "\n\n" : "") + "shop\none\nmain";
	}

	private static String queue(Random random, List<String> waiting) {
		boolean inOrder = random.nextBoolean();
		long since = NOW - 100_000_000;
		StringBuilder queue = new StringBuilder();
		for (String instance : waiting) {
			since += random.nextInt(20_000_000);
			queue.append(' ')
				.append(instance)
				.append(':')
				.append(1 + random.nextInt(8))
				.append('@')
				.append(NOW / 1000 + pick(random, 20_000, 20_000, 20_000, 0))
				.append(pick(random, "n", "n", "n", "n", "s", "b", "d"))
				.append(pick(random, 0, 1024))
				.append(rest(random, (inOrder && random.nextInt(10) > 0) ? "^" + since : ""));
		}
		return queue.toString();
	}

	/** What follows the tokens, also as former versions write it. */
	private static String rest(Random random, String age) {
		String secret = secret(random);
		return (random.nextInt(10) > 0) ? secret + age
				: "/1of3" + ((age.isEmpty() && !secret.isEmpty()) ? "^" : age) + secret;
	}

	private static String secret(Random random) {
		return pick(random, "~0123456789abcdef", "~fedcba9876543210", "");
	}

	@SafeVarargs
	private static <T> T pick(Random random, T... values) {
		return values[random.nextInt(values.length)];
	}

	/** What an instance asks for that wants the lock alone. */
	private static List<String> wanted(Random random, String acquisition) {
		String place = pick(random, "", "!") + pick(random, "3000n", "3000n", "3000s", "3000b", "3000d", "");
		String waited = random.nextBoolean() ? "^" + random.nextInt(100_000_000) : "";
		return List.of(acquisition, "grants:", "35000", "000000030000 " + pick(random, 0, 1024) + "\nshop\ntwo\nmain",
				place + (place.endsWith("n") ? secret(random) : "") + waited);
	}

	enum Operation {

		ACQUIRE(Script.ACQUIRE, List.of("acquire-free", "acquire-usual", "contended", "acquire-contended"),
				List.of("granted", "queued server")) {

			@Override
			List<String> arguments(Random random) {
				return wanted(random, "A:" + pick(random, 4, 5, 5, 6, 6, 7));
			}

		},

		RELEASE(Script.RELEASE, List.of("release-held", "release-usual", "contended", "release-contended"),
				List.of("released")) {

			@Override
			List<String> arguments(Random random) {
				List<String> arguments = new ArrayList<>(List.of("A:" + pick(random, 5, 5, 5, 6), "grants:",
						pick(random, "0", "1", "7"), pick(random, "1", "1", "1", "0")));
				if (random.nextInt(10) == 0) {
					arguments.add("3000");
				}
				return arguments;
			}

		},

		REQUEUE(Script.REQUEUE, List.of("contended", "requeue-contended"),
				List.of("released granted", "released queued server")) {

			@Override
			List<String> arguments(Random random) {
				List<String> arguments = new ArrayList<>(wanted(random, "A:" + pick(random, 6, 6, 6, 7)));
				arguments.addAll(Arrays.asList("5", pick(random, "0", "1", "7"), pick(random, "1", "1", "1", "0")));
				return arguments;
			}

		};

		private final Script<String> script;

		private final List<String> shortParts;

		/** Answers that the short code gives. */
		private final List<String> usual;

		Operation(Script<String> script, List<String> shortParts, List<String> usual) {
			this.script = script;
			this.shortParts = shortParts;
			this.usual = usual;
		}

		abstract List<String> arguments(Random random);

	}

}
