package io.github.lockstarter.store.redis.connection;

import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.testing.TestClientResources;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionFailures}, with what the client and the servers say.
 */
class ConnectionFailuresTests {

	private static final RedisURI ADDRESS = RedisURI.create("shop-redis", 6379);

	private final ServerClient single = client(ADDRESS, false);

	private static ServerClient client(RedisURI address, boolean cluster) {
		return new ServerClient(TestClientResources.shared(),
				new ClientSettings(List.of(address), cluster, ClientOptions.create(), null));
	}

	@AfterEach
	void close() {
		this.single.shutdown();
	}

	private StoreException explain(Throwable cause) {
		return ConnectionFailures.explain(this.single, ADDRESS, new CompletionException(
				new RedisConnectionException("Unable to connect to shop-redis/<unresolved>:6379", cause)));
	}

	static Stream<Arguments> toCorrect() {
		return Stream.of(
				Arguments.of(refusal("NOAUTH Authentication required."),
						"requires a password; set" + " 'spring.data.redis.password'"),
				Arguments.of(refusal("WRONGPASS invalid username-password pair or user is disabled."),
						"refused the login (WRONGPASS); correct 'spring.data.redis.username' and"
								+ " 'spring.data.redis.password'"),
				Arguments.of(refusal("ERR invalid password"),
						"refused the login (WRONGPASS); correct 'spring.data.redis.username' and"
								+ " 'spring.data.redis.password'"),
				Arguments.of(refusal(
						"ERR AUTH <password> called without any password configured for the default user. Are you"
								+ " sure your configuration is correct?"),
						"has no password; remove 'spring.data.redis.password'"),
				Arguments.of(refusal("ERR DB index is out of range"),
						"has no database with the configured number; correct 'spring.data.redis.database'"),
				Arguments.of(refusal("NOPERM User app has no permissions to run the 'cluster|nodes' command"),
						"forbids a command that connecting needs (NOPERM User app has no permissions to run the"
								+ " 'cluster|nodes' command); allow it to the Redis user"),
				Arguments.of(refusal("ERR This instance has cluster support disabled"),
						"is not in Cluster mode; remove or correct 'spring.data.redis.cluster.nodes'"),
				Arguments.of(new NotSslRecordException("not an SSL/TLS record: 2d455252"),
						"does not use TLS; set 'spring.data.redis.ssl.enabled' to false, or correct"
								+ " 'spring.data.redis.port'"),
				Arguments.of(new RedisProtocolException("Invalid first byte: 21"),
						"answers in another protocol, as a server with TLS does; correct"
								+ " 'spring.data.redis.ssl.enabled' or 'spring.data.redis.port'"),
				Arguments.of(new SSLHandshakeException("PKIX path building failed"),
						"is not trusted, or does not trust this application (PKIX path building failed); correct"
								+ " 'spring.data.redis.ssl.bundle'"));
	}

	@ParameterizedTest
	@MethodSource("toCorrect")
	void whatNeedsACorrectionIsFinalAndNamesTheProperty(Throwable cause, String told) {
		List.of(explain(cause), ConnectionFailures.explain(this.single, ADDRESS, cause))
			.forEach((failure) -> assertThat(failure).hasMessage("Redis at shop-redis:6379 " + told)
				.returns(false, StoreException::isPassing));
	}

	@ParameterizedTest
	@MethodSource("toCorrect")
	void whatNeedsACorrectionMayPassOnceThereWasAConnection(Throwable cause, String told) {
		assertThat(ConnectionFailures.passing(explain(cause))).hasMessage("Redis at shop-redis:6379 " + told)
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue());
	}

	@Test
	void theSentinelIsNamedThatNeedsACorrection() {
		assertThat(
				ConnectionFailures.explainOfSentinel(this.single, ADDRESS, refusal("NOAUTH Authentication required.")))
			.hasMessage("the sentinel at shop-redis:6379 requires a password; set"
					+ " 'spring.data.redis.sentinel.password'");
		assertThat(
				ConnectionFailures.explainOfSentinel(this.single, ADDRESS, refusal("ERR unknown command 'SENTINEL'")))
			.hasMessage("shop-redis:6379 is not a sentinel; correct 'spring.data.redis.sentinel.nodes'")
			.returns(false, StoreException::isPassing);
	}

	@Test
	void aFailureThatWasExplainedStaysAsItIs() {
		StoreException explained = new StoreException("by the test", true, null);
		assertThat(ConnectionFailures.explain(this.single, ADDRESS, new CompletionException(explained)))
			.isSameAs(explained);
		assertThat(ConnectionFailures.passing(explained)).isSameAs(explained);
	}

	static Stream<Arguments> unanswered() {
		return Stream.of(Arguments.of(new SocketException("Connection reset")),
				Arguments.of(new RedisCommandTimeoutException("Connection initialization timed out after 1 minute(s)")),
				Arguments.of(new SslHandshakeTimeoutException("handshake timed out after 10000ms")),
				Arguments.of(new SSLException("Connection closed while SSL/TLS handshake was in progress")));
	}

	@ParameterizedTest
	@MethodSource("unanswered")
	void aHandshakeThatIsNotAnsweredMayPassOrBeAMatterOfTls(Throwable cause) {
		StoreException failure = explain(cause);
		assertThat(failure).hasMessageStartingWith("Unable to connect to shop-redis:6379: " + cause.getMessage())
			.hasMessageEndingWith("and that 'spring.data.redis.ssl.enabled' matches it");
		assertThat(failure.isPassing()).isTrue();
	}

	@Test
	void aServerThatIsBusyMayPass() {
		for (String message : new String[] { "LOADING Redis is loading the dataset in memory",
				"ERR max number of clients reached" }) {
			StoreException failure = explain(refusal(message));
			assertThat(failure).hasMessageContaining(message);
			assertThat(failure.isPassing()).isTrue();
		}
	}

	@Test
	void aHostThatIsUnknownMayBeKnownLater() {
		StoreException failure = explain(new UnknownHostException("shop-redis"));
		assertThat(failure)
			.hasMessage("Unable to connect to shop-redis:6379: the host is unknown; check 'spring.data.redis.host'");
		assertThat(failure.isPassing()).isTrue();
	}

	@Test
	void thePropertyIsThatOfTheNodesOrOfTheSentinels() {
		try (ServerClient cluster = client(ADDRESS, true);
				ServerClient sentinels = client(RedisURI.Builder.sentinel("shop-sentinel", "shop").build(), false)) {
			assertThat(ConnectionFailures.explain(cluster, ADDRESS, new UnknownHostException("shop-redis")))
				.hasMessageEndingWith("the host is unknown; check 'spring.data.redis.cluster.nodes'");
			assertThat(ConnectionFailures.explainOfSentinel(sentinels, ADDRESS, new RedisProtocolException("21")))
				.hasMessageStartingWith("the sentinel at shop-redis:6379 answers in another protocol")
				.hasMessageEndingWith("'spring.data.redis.ssl.enabled' or 'spring.data.redis.sentinel.nodes'");
		}
	}

	@Test
	void aSocketIsNamedByItsPath() {
		assertThat(ConnectionFailures.explain(this.single, RedisURI.Builder.socket("/run/redis.sock").build(),
				new ConnectException("No such file")))
			.hasMessageStartingWith("Unable to connect to /run/redis.sock: No such file; check");
	}

	@Test
	void addressesAreWrittenAsPeopleDo() {
		assertThat(ConnectionFailures.tidy("Connection refused: localhost/127.0.0.1:16399"))
			.isEqualTo("Connection refused: localhost:16399");
		assertThat(ConnectionFailures.tidy("to [shop-redis/<unresolved>:1] and 10.0.0.1/<unresolved>:2"))
			.isEqualTo("to [shop-redis:1] and 10.0.0.1:2");
		assertThat(ConnectionFailures.tidy("redis/10.0.0.1:6379")).isEqualTo("redis:6379");
		assertThat(ConnectionFailures.tidy("::1/<unresolved>:6379")).isEqualTo("::1:6379");
	}

	private static RedisCommandExecutionException refusal(String message) {
		return new RedisCommandExecutionException(message);
	}

}
