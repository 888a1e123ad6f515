package io.github.lockstarter.store.redis.connection;

import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import io.github.lockstarter.store.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionFailures}, with what the client and the servers say.
 */
class ConnectionFailuresTests {

	private static final String ADDRESS = "Unable to connect to shop-redis/<unresolved>:6379";

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
	void whatNeedsACorrectionIsFinalForAClientThatNeverHadAConnectionAndNamesTheProperty(Throwable cause, String told) {
		StoreException failure = first(new RedisConnectionException(ADDRESS, cause));
		assertThat(failure).hasMessage("Redis at shop-redis:6379 " + told);
		assertThat(failure.isPassing()).isFalse();
	}

	@ParameterizedTest
	@MethodSource("toCorrect")
	void whatNeedsACorrectionMayPassOnceThereWasAConnection(Throwable cause, String told) {
		RedisConnectionException unconnected = new RedisConnectionException(ADDRESS, cause);
		RuntimeException ofSentinels = ConnectionFailures.translate(ConnectionFailures.translateOfSentinel(unconnected),
				false);
		assertThat(List.of(ConnectionFailures.translate(unconnected),
				ConnectionFailures.translate((RuntimeException) unconnected, false)))
			.allSatisfy((failure) -> assertThat(failure).hasMessage("Redis at shop-redis:6379 " + told)
				.isInstanceOfSatisfying(StoreException.class, (known) -> assertThat(known.isPassing()).isTrue()));
		assertThat(ofSentinels).isInstanceOfSatisfying(StoreException.class,
				(known) -> assertThat(known.isPassing()).isTrue());
	}

	private static StoreException first(RuntimeException failure) {
		return (StoreException) ConnectionFailures.translate(failure, true);
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
		StoreException failure = ConnectionFailures.translate(new RedisConnectionException(ADDRESS, cause));
		assertThat(failure).hasMessageStartingWith("Unable to connect to shop-redis:6379: " + cause.getMessage())
			.hasMessageEndingWith("and that 'spring.data.redis.ssl.enabled' matches it");
		assertThat(failure.isPassing()).isTrue();
	}

	@Test
	void aServerThatIsBusyMayPass() {
		for (String message : new String[] { "LOADING Redis is loading the dataset in memory",
				"ERR max number of clients reached" }) {
			StoreException failure = ConnectionFailures
				.translate(new RedisConnectionException(ADDRESS, refusal(message)));
			assertThat(failure).hasMessageContaining(message);
			assertThat(failure.isPassing()).isTrue();
		}
	}

	@Test
	void aHostThatIsUnknownMayBeKnownLater() {
		StoreException failure = ConnectionFailures
			.translate(new RedisConnectionException(ADDRESS, new UnknownHostException("shop-redis")));
		assertThat(failure)
			.hasMessage("Unable to connect to shop-redis:6379: the host is unknown; check 'spring.data.redis.host'");
		assertThat(failure.isPassing()).isTrue();
	}

	@Test
	void inAClusterTheFailuresOfItsNodesAreRead() {
		RedisConnectionException partitions = new RedisConnectionException("Cannot retrieve cluster partitions");
		partitions.addSuppressed(new RedisConnectionException(
				"Unable to connect to [shop-redis/<unresolved>:7000]: NOAUTH Authentication required.",
				refusal("NOAUTH Authentication required.")));
		StoreException failure = first(
				new RedisConnectionException("Unable to establish a connection to Redis Cluster", partitions));
		assertThat(failure)
			.hasMessage("Redis at shop-redis:7000 requires a password; set 'spring.data.redis.password'");
		assertThat(failure.isPassing()).isFalse();
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
