package io.github.lockstarter.store.redis.connection;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisErrors}, with what the versions of Redis say.
 */
class RedisErrorsTests {

	/** What Redis 5 and 6 put before an error within a script. */
	private static final String OLD_SCRIPT = "ERR Error running script (call to f_5ab2a8c1d3f04a1f9a9c4b2a7d1d0f6a5c3e9b77):"
			+ " @user_script:231: @user_script: 231: ";

	private static final String NEW_SCRIPT = " script: 5ab2a8c1d3f04a1f9a9c4b2a7d1d0f6a5c3e9b77, on @user_script:231.";

	static Stream<Arguments> passing() {
		return Stream.of(Arguments.of("NOREPLICAS Not enough good replicas to write.", Kind.NOT_READY), Arguments
			.of("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk."
					+ " Commands that may modify the data set are disabled, because this instance is configured to"
					+ " report errors during writes if RDB snapshotting fails (stop-writes-on-bgsave-error option)."
					+ " Please check the Redis logs for details about the RDB error.", Kind.NOT_READY),
				Arguments.of("READONLY You can't write against a read only replica.", Kind.NOT_READY),
				Arguments.of("OOM command not allowed when used memory > 'maxmemory'.", Kind.MEMORY),
				Arguments.of("LOADING Redis is loading the dataset in memory", Kind.NOT_READY),
				Arguments.of("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
						Kind.NOT_READY),
				Arguments.of("CLUSTERDOWN The cluster is down", Kind.NOT_READY),
				Arguments.of("TRYAGAIN Multiple keys request during rehashing of slot", Kind.NOT_READY),
				Arguments.of("MOVED 3999 127.0.0.1:6381", Kind.NOT_READY),
				Arguments.of("ASK 3999 127.0.0.1:6381", Kind.NOT_READY),
				Arguments.of("BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
						Kind.NOT_READY));
	}

	@ParameterizedTest
	@MethodSource("passing")
	void whatPassesIsKnownWhereverItIsSaid(String error, Kind kind) {
		assertPassing(error, kind);
		assertPassing(OLD_SCRIPT + "-" + error, kind);
		assertPassing(error + NEW_SCRIPT, kind);
	}

	private static void assertPassing(String message, Kind kind) {
		StoreException failure = translate(message);
		assertThat(failure.isPassing()).as(message).isTrue();
		assertThat(failure.getKind()).as(message).isEqualTo(kind);
	}

	@ParameterizedTest
	@ValueSource(strings = { "NOPERM this user has no permissions to run the 'evalsha' command or its subcommand",
			"NOPERM this user has no permissions to access one of the keys used as arguments",
			"NOPERM User default has no permissions to run the 'evalsha' command",
			OLD_SCRIPT + "The user executing the script can't run this command or subcommand",
			"ERR The user executing the script can't run this command or subcommand" + NEW_SCRIPT,
			"ERR ACL failure in script: User some has no permissions to run the 'set' command" + NEW_SCRIPT })
	void missingRightsAreNamedOnEachVersion(String message) {
		StoreException failure = translate(message);
		assertThat(failure.isPassing()).isFalse();
		assertThat(failure.getKind()).isEqualTo(Kind.PERMISSION);
		assertThat(failure).hasMessageStartingWith("the Redis user lacks permissions that locks need (" + message + ")")
			.hasMessageContaining("+setrange");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ERR unknown command 'EVALSHA', with args beginning with: '8a1f' '1' 'lock:a' ",
			"ERR unknown command `EVALSHA`, with args beginning with: `8a1f`, `1`, `lock:a`, ",
			OLD_SCRIPT + "Unknown Redis command called from Lua script",
			"ERR Unknown Redis command called from script" + NEW_SCRIPT,
			"ERR Unknown Valkey command called from script" + NEW_SCRIPT, "unsupported command 'subscribe'" })
	void missingCommandsAreNamedOnEachVersion(String message) {
		StoreException failure = translate(message);
		assertThat(failure.isPassing()).isFalse();
		assertThat(failure.getKind()).isEqualTo(Kind.PERMISSION);
		assertThat(failure)
			.hasMessageStartingWith("this Redis lacks a command that locks need, or has it under another name ("
					+ message.strip() + ")")
			.hasMessageContaining("SETRANGE");
	}

	@Test
	void theCommandsToOfferAreThoseOfTheScripts() throws IOException {
		Pattern call = Pattern.compile("redis\\.p?call\\('([A-Z]+)'");
		Set<String> called = new TreeSet<>();
		try (Stream<Path> scripts = Files.list(Path.of("src/main/resources/META-INF/lock-starter"))) {
			for (Path script : scripts.toList()) {
				call.matcher(Files.readString(script)).results().forEach((found) -> called.add(found.group(1)));
			}
		}
		assertThat(called).contains("TIME", "SETRANGE")
			.allSatisfy((command) -> assertThat(RedisErrors.COMMANDS).containsPattern("\\b" + command + "\\b"));
	}

	@Test
	void aKeyThatHoldsSomethingElseIsNamedWhereverItIsSaid() {
		String error = "WRONGTYPE Operation against a key holding the wrong kind of value";
		assertThat(List.of(error, error + NEW_SCRIPT,
				"ERR Error running script (call to f_305a81994f239c623bfa056bbc591bf86f9a8604): @user_script:34: "
						+ error))
			.allSatisfy((message) -> assertThat(translate(message))
				.hasMessageContaining("holds something other than a lock"));
	}

	@Test
	void aServerThatIsTooOldIsNamed() {
		StoreException failure = translate(OLD_SCRIPT + "Wrong number of args calling Redis command From Lua script");
		assertThat(failure.isPassing()).isFalse();
		assertThat(failure).hasMessage("this Redis is too old for locks, which need Redis 6 or later");
	}

	@Test
	void anIncompleteClusterIsNamed() {
		assertThat(translate("CLUSTERDOWN Hash slot not served")).hasMessageContaining("'redis-cli cluster info'");
	}

	@Test
	void anotherNodeIsFinalForAClientThatKnowsOneServer() {
		Throwable moved = new RedisCommandExecutionException("MOVED 9069 127.0.0.1:6411");
		StoreException failure = RedisErrors.translate(RedisErrors.ofOnlyServer(moved), "key");
		assertThat(failure.isPassing()).isFalse();
		assertThat(failure).hasMessageContaining("MOVED 9069 127.0.0.1:6411")
			.hasMessageContaining("set 'spring.data.redis.cluster.nodes'");
		Throwable other = new RedisCommandExecutionException("LOADING");
		assertThat(RedisErrors.ofOnlyServer(other)).isSameAs(other);
	}

	@Test
	void aMissingPasswordIsNamedAndMayPassSinceAnotherMayBeValidSoon() {
		assertThat(translate("NOAUTH Authentication required."))
			.hasMessage("Redis requires a password; set 'spring.data.redis.password'")
			.returns(true, StoreException::isPassing);
	}

	@Test
	void aConnectionThatWasLostIsSaid() {
		List.of(new RedisException("Connection closed"), new RedisException("Connection is closed"),
				new IOException("Connection reset by peer"), new RedisConnectionException("Unable to connect"))
			.forEach((cause) -> assertThat(RedisErrors.translate(cause, "lock:a"))
				.hasMessage("the connection to Redis was lost (" + cause.getMessage() + ")")
				.returns(true, StoreException::isPassing)
				.returns(Kind.CONNECTION, StoreException::getKind));
	}

	@ParameterizedTest
	@ValueSource(strings = { "READONLY You can't write against a read only replica.",
			"MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'." })
	void aReplicaIsKnown(String error) {
		assertThat(RedisErrors.isOfReplica(new RedisCommandExecutionException(error))).isTrue();
		assertThat(RedisErrors.isOfReplica(new RedisCommandExecutionException(OLD_SCRIPT + "-" + error))).isTrue();
		assertThat(RedisErrors.isOfReplica(new RedisCommandExecutionException("ERR unknown command"))).isFalse();
		assertThat(RedisErrors.isOfReplica(new IllegalStateException("READONLY by the application"))).isFalse();
	}

	@Test
	void theNodeToWhichAKeyMovesOrHasMovedIsKnownByItsAddress() {
		assertThat(redirectedTo("ASK 42 127.0.0.1:7001")).isEqualTo(RedisURI.create("127.0.0.1", 7001));
		assertThat(redirectedTo("ASK 42 ::1:7001")).isEqualTo(RedisURI.create("::1", 7001));
		assertThat(redirectedTo("ASK 42 :7001")).isEqualTo(RedisURI.create("localhost", 7001));
		assertThat(redirectedTo("MOVED 42 127.0.0.1:7001")).isEqualTo(RedisURI.create("127.0.0.1", 7001));
		assertThat(redirectedTo("MOVED 42 ?:7001")).isNull();
		assertThat(RedisErrors.isMoving(new RedisCommandExecutionException("ASK 42 ::1:7001"))).isTrue();
		assertThat(RedisErrors.isMoving(new RedisCommandExecutionException("MOVED 42 ::1:7001"))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "CROSSSLOT Keys in request don't hash to the same slot",
			"ERR eval/evalsha command keys must be in same slot" })
	void aServerThatWantsAllKeysInOneSlotIsKnown(String error) {
		RedisCommandExecutionException refusal = new RedisCommandExecutionException(error);
		assertThat(RedisErrors.isOfSeveralSlots(refusal)).isTrue();
		assertThat(RedisErrors.isOfSeveralSlots(RedisErrors.translate(refusal, "lock:a"))).isTrue();
		assertThat(RedisErrors.isOfSeveralSlots(new RedisCommandExecutionException("ERR unknown command"))).isFalse();
		assertThat(RedisErrors.isOfSeveralSlots(new IllegalStateException(error))).isFalse();
	}

	private static @Nullable RedisURI redirectedTo(String error) {
		return RedisErrors.redirectedTo(new RedisCommandExecutionException(error), RedisURI.create("localhost", 7000));
	}

	@Test
	void somethingElseAtTheKeyIsNamed() {
		String error = "WRONGTYPE Operation against a key holding the wrong kind of value";
		for (String message : new String[] { error, OLD_SCRIPT + "-" + error, error + NEW_SCRIPT }) {
			assertThat(translate(message)).hasMessageStartingWith("the key 'lock:a' holds something other than a lock");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { OLD_SCRIPT + "Script attempted to access nonexistent global variable 'NOREPLICAS'",
			"upstream failure", "ERR Connection timed out", "ERR Connection refused", "no upstream host",
			"ERR Script killed by user with SCRIPT KILL." + NEW_SCRIPT })
	void whatIsNotKnownIsPassedOnAndMayPass(String message) {
		StoreException failure = translate(message);
		assertThat(failure).hasMessage(message);
		assertThat(failure.isPassing()).isTrue();
		assertThat(failure.getKind()).isEqualTo(Kind.OTHER);
	}

	@ParameterizedTest
	@ValueSource(strings = { "upstream failure", "NOPERM this user has no permissions to run the 'evalsha' command",
			"ERR unknown command 'EVALSHA'", "WRONGTYPE Operation against a key holding the wrong kind of value",
			"CROSSSLOT Keys in request don't hash to the same slot" })
	void aRefusalThatMayConcernOneCommandOnlyIsKnown(String message) {
		RedisCommandExecutionException refused = new RedisCommandExecutionException(message);
		assertThat(RedisErrors.isRefusal(refused)).isTrue();
		assertThat(RedisErrors.isRefusal(RedisErrors.translate(refused, "lock:a"))).isTrue();
	}

	@ParameterizedTest
	@MethodSource("passing")
	void aRefusalForTheStateOfTheServerConcernsAllCommands(String error, Kind kind) {
		assertThat(RedisErrors.isRefusal(new RedisCommandExecutionException(error))).as(kind.name()).isFalse();
	}

	@Test
	void whatIsNoAnswerRefusesNothing() {
		assertThat(RedisErrors.isRefusal(new IllegalStateException("upstream failure"))).isFalse();
		assertThat(RedisErrors.isRefusal(new RedisConnectionException("Unable to connect"))).isFalse();
	}

	private static StoreException translate(String message) {
		return RedisErrors.translate(new RedisCommandExecutionException(message), "lock:a");
	}

}
