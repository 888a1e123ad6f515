package io.github.lockstarter.autoconfigure;

import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.leader.LeaderRoles;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Starts whole applications that can't start, and reads what they tell.
 */
@ExtendWith(LogCapture.class)
class FailureAnalysisTests {

	@Test
	void noConnectionFactory(CapturedLog output) {
		failToStart(Locks.class);
		assertTold(output, "Distributed locks use Redis, but there is no RedisConnectionFactory bean.",
				"Add spring-boot-starter-data-redis, which configures one, or set 'distributed-lock.store=memory' for"
						+ " development, or 'distributed-lock.enabled=false'.");
	}

	@Test
	void storeInADatabaseWithoutItsModule(CapturedLog output) {
		failToStart(Locks.class, "--distributed-lock.store=jdbc");
		assertTold(output, "Distributed locks use a database, but lock-jdbc is not on the class path.",
				"Add io.github.lockstarter:lock-jdbc, or remove the property 'distributed-lock.store'.");
	}

	@Test
	void storeOfOneLockInADatabaseWithoutItsModule(CapturedLog output) {
		failToStart(Locks.class, "--distributed-lock.store=memory", "--distributed-lock.locks.payment.store=jdbc");
		assertTold(output, "Distributed locks use a database, but lock-jdbc is not on the class path.",
				"Add io.github.lockstarter:lock-jdbc, or remove the property 'distributed-lock.locks.payment.store'.");
	}

	@Test
	void quorumWithoutItsModule(CapturedLog output) {
		failToStart(without("io.github.lockstarter.store.quorum"), "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379");
		assertTold(output, "Distributed locks use a quorum of servers, but lock-quorum is not on the class path.",
				"Add io.github.lockstarter:lock-quorum, or remove the property 'distributed-lock.store'.");
	}

	@Test
	void quorumOfOneLockWithoutItsModule(CapturedLog output) {
		failToStart(without("io.github.lockstarter.store.quorum"), "--distributed-lock.store=memory",
				"--distributed-lock.locks.payment.store=quorum", "--distributed-lock.quorum.nodes=redis://a:6379");
		assertTold(output, "Distributed locks use a quorum of servers, but lock-quorum is not on the class path.",
				"Add io.github.lockstarter:lock-quorum, or remove the property 'distributed-lock.locks.payment.store'.");
	}

	@Test
	void redisWithoutItsModule(CapturedLog output) {
		failToStart(without("io.github.lockstarter.store.redis"));
		assertTold(output, "Distributed locks use Redis, but lock-redis is not on the class path.",
				"Add io.github.lockstarter:lock-redis, or set 'distributed-lock.store=jdbc' to keep them in a database.");
	}

	@Test
	void redisOfOneLockWithoutItsModule(CapturedLog output) {
		failToStart(without("io.github.lockstarter.store.redis"), "--distributed-lock.store=memory",
				"--distributed-lock.locks.payment.store=redis");
		assertTold(output, "Distributed locks use Redis, but lock-redis is not on the class path.",
				"Add io.github.lockstarter:lock-redis, or set 'distributed-lock.locks.payment.store=jdbc' to keep them in a"
						+ " database.");
	}

	@Test
	void redisNotOnTheClassPath(CapturedLog output) {
		failToStart(without("org.springframework.data.redis", "io.lettuce"));
		assertTold(output, "Distributed locks use Redis, but Spring Data Redis or Lettuce is not on the class path.",
				"Add spring-boot-starter-data-redis, and do not exclude Lettuce (io.lettuce:lettuce-core) from it; or set"
						+ " 'distributed-lock.store=memory' for development.");
	}

	@Test
	void aConnectionFactoryThatDoesNotSayWhereRedisIs(CapturedLog output) {
		failToStart(UnknownFactory.class);
		assertTold(output,
				"Distributed locks can't tell where the Redis of a " + StubConnectionFactory.class.getName()
						+ " is: it is neither Lettuce's nor Jedis' nor Redisson's.",
				"Define a bean 'RedisServers distributedLockServers()' that returns"
						+ " RedisServers.at(RedisURI.create(\"redis://…\")), or name the bean of a LettuceConnectionFactory"
						+ " in 'distributed-lock.connection-factory'.");
	}

	@Test
	void fixedMasterAndReplicas(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--spring.data.redis.masterreplica.nodes=one:6379,two:6379");
		assertTold(output,
				"Distributed locks can't use a Redis with fixed addresses of master and replicas"
						+ " ('spring.data.redis.masterreplica.nodes' or RedisStaticMasterReplicaConfiguration).",
				"Use Redis Sentinel or Redis Cluster, or name the bean of another LettuceConnectionFactory in"
						+ " 'distributed-lock.connection-factory'.");
	}

	@Test
	void severalConnectionFactoriesAndNonePrimary(CapturedLog output) {
		failToStart(Several.class);
		assertTold(output,
				"Distributed locks can't choose a RedisConnectionFactory among [first, second], none of which is"
						+ " primary.",
				"Name one in 'distributed-lock.connection-factory', or mark one as @Primary.");
	}

	@Test
	void namedConnectionFactoryMissing(CapturedLog output) {
		failToStart(Several.class, "--distributed-lock.connection-factory=third");
		assertTold(output,
				"The property 'distributed-lock.connection-factory' is 'third', but no RedisConnectionFactory bean has"
						+ " that name (there are: [first, second]).",
				"Correct the name, or remove the property to use the only or the primary one.");
	}

	@Test
	void blankPrefix(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.key-prefix= ");
		assertTold(output,
				"The property 'distributed-lock.key-prefix' is ' ', but without a prefix, locks can't be"
						+ " distinguished from other keys in Redis.",
				"Set it to a prefix like 'lock:', or remove the property.");
	}

	@Test
	void negativeReplicaAcks(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.redis.replica-acks=-1");
		assertTold(output, "The property 'distributed-lock.redis.replica-acks' is '-1', but it has to be 0 or more.",
				"Set it to the number of replicas that have to acknowledge a lock, or leave it out to wait for none.");
	}

	@Test
	void evenQuorum(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379,redis://b:6379");
		assertTold(output,
				"The properties under 'distributed-lock.quorum' can't work: A quorum of 2 lock servers is no safer than"
						+ " one of 1, since a majority is needed; use an odd number of them, such as 3 or 5.",
				"Correct them, or leave them out.");
	}

	@Test
	void oneServerOfAQuorumTwice(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379,redis://:secret@a,redis://b:6379");
		assertTold(output,
				"The properties under 'distributed-lock.quorum' can't work: The lock server 'a:6379' is named twice"
						+ " and would have two votes; name each server once.",
				"Correct them, or leave them out.");
	}

	@Test
	void unreadableServerOfAQuorum(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379,http://:secret@b,redis://c:6379");
		assertTold(output, "A URL in the property 'distributed-lock.quorum.nodes' is not that of a Redis server.",
				"Write it like 'redis://redis-1:6379' or 'rediss://user:password@redis-1:6379/0'.");
		assertThat(output).doesNotContain("secret");
	}

	@Test
	void sentinelGroupInAQuorum(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379,redis-sentinel://:secret@b:26379/0#primary,redis://c:6379");
		assertTold(output,
				"'distributed-lock.quorum.nodes[1]' is a Sentinel group, but each node of a quorum has to be one server:"
						+ " a failover may forget a lock that counts as granted there.",
				"Name a server that fails over to no other one; or let the group alone keep the locks, with"
						+ " 'distributed-lock.store=redis'.");
		assertThat(output).doesNotContain("secret");
	}

	@ParameterizedTest
	@CsvSource({ "clusterOfLocks, Cluster, Cluster", "sentinelsOfLocks, Sentinel group, group" })
	void factoryOfSeveralServersInAQuorum(String node, String kind, String alone, CapturedLog output) {
		failToStart(OfSeveralServers.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379,redis://b:6379," + node);
		assertTold(output,
				"'distributed-lock.quorum.nodes[2]' is a " + kind + ", but each node of a quorum has to be one server:"
						+ " a failover may forget a lock that counts as granted there.",
				"Name a server that fails over to no other one; or let the " + alone + " alone keep the locks, with"
						+ " 'distributed-lock.store=redis'.");
	}

	@Test
	void missingFactoryOfAQuorum(CapturedLog output) {
		failToStart(Several.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=first,second,third");
		assertTold(output,
				"The property 'distributed-lock.quorum.nodes' is 'third', but no RedisConnectionFactory bean has that"
						+ " name (there are: [first, second]).",
				"Correct the name, or remove the property to use the only or the primary one.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "app:secret@redis-1:6379", "redis:app:secret@redis-1", "redis-1:6379" })
	void serverOfAQuorumWithoutScheme(String node, CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379,redis://b:6379," + node);
		assertTold(output, "'distributed-lock.quorum.nodes[2]' is neither a URL nor the name of a bean.",
				"Begin the URL of a server with 'redis://', or with 'rediss://' for TLS.");
		assertThat(output).doesNotContain("secret");
	}

	@Test
	void tooLongANodeTimeout(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.store=quorum",
				"--distributed-lock.quorum.nodes=redis://a:6379", "--distributed-lock.quorum.node-timeout=1m");
		assertTold(output, "The properties under 'distributed-lock.quorum' can't work: The node timeout is 60000 ms;"
				+ " use 1 to 5000 ms, for example 50 ms.", "Correct them, or leave them out.");
	}

	@Test
	void badDuration(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--distributed-lock.locks.A.b.lease-time=1ms");
		assertTold(output,
				"The property 'distributed-lock.locks.A.b.lease-time' is '1ms', but it has to be from 100ms to ten"
						+ " years.",
				"Use a duration like '30s', several times longer than the longest pause you expect.");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					store=disk                          | which is none of its values    | Write one of redis, quorum, jdbc, memory.
					on-loss=ignore                      | which is none of its values    | Write one of report, interrupt, fail.
					locks.Order.process.wait-strategy=later   | which is none of its values    | Write one of notification, back-off.
					wait-time=soon                      | which is no duration           | Write one number with a unit, such as '500ms' or '10s'.
					locks.Order.process.wait-time=10 s  | which is no duration           | Write one number with a unit, such as '500ms' or '10s'.
					wait-time=1m30s                     | which is no duration           | Write one number with a unit, such as '500ms' or '10s'.
					max-waiters=many                    | which is no number             | Write a number.
					enabled=maybe                       | which is neither true nor false | Write true or false.
					""")
	void unreadableValues(String property, String problem, String action, CapturedLog output) {
		String[] parts = property.split("=", -1);
		failToStart(LocksOnRedis.class, "--distributed-lock." + property);
		assertTold(output,
				"The property 'distributed-lock." + parts[0] + "' is '" + parts[1] + "', " + problem
						+ ". Origin: \"distributed-lock." + parts[0] + "\" from property source \"commandLineArgs\".",
				action);
	}

	@Test
	void unreadableValuesOfOthersAreLeftToSpringBoot(CapturedLog output) {
		failToStart(LocksOnRedis.class, "--spring.data.redis.timeout=soon");
		assertThat(output).contains("Property: spring.data.redis.timeout").contains("Value: \"soon\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "off" })
	void switchedOffButUsed(String value, CapturedLog output) {
		failToStart(UsesLockClient.class, "--distributed-lock.enabled=" + value);
		assertTold(output, "There is no LockClient, since 'distributed-lock.enabled' is false.",
				"Remove that property, use 'distributed-lock.store=memory' for locks without Redis, or inject"
						+ " ObjectProvider<LockClient>.");
	}

	@Test
	void switchedOffButRolesAreUsed(CapturedLog output) {
		failToStart(UsesLeaderRoles.class, "--distributed-lock.enabled=false",
				"--distributed-lock.leader.roles=reports");
		assertTold(output, "There is no LeaderRoles, since 'distributed-lock.enabled' is false.",
				"Remove that property, use 'distributed-lock.store=memory' for locks without Redis, or inject"
						+ " ObjectProvider<LeaderRoles>.");
	}

	@Test
	void switchedOffIsNotToBlameForOtherBeans(CapturedLog output) {
		failToStart(UsesAnother.class, "--distributed-lock.enabled=false");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("required a bean of type 'java.lang.StringBuilder'")
			.doesNotContain("There is no LockClient");
	}

	@Test
	void usedInATestOfASlice(CapturedLog output) {
		failToStart(UsesLockClient.class, "--spring.boot.enableautoconfiguration=false");
		assertTold(output,
				"There is no LockClient, since auto-configuration is off, as in a test of a slice such as @WebMvcTest.",
				"Annotate the test class with @AutoConfigureTestLocks of the module 'lock-test'.");
	}

	@Test
	void rolesUsedInATestOfASliceAreLeftToSpringBoot(CapturedLog output) {
		failToStart(UsesLeaderRoles.class, "--spring.boot.enableautoconfiguration=false");
		assertThat(output).contains("required a bean of type 'io.github.lockstarter.leader.LeaderRoles'");
	}

	@Test
	void notSwitchedOffIsNotToBlame(CapturedLog output) {
		failToStart(UsesLockClient.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("required a bean of type 'io.github.lockstarter.LockClient'")
			.doesNotContain("There is no LockClient");
	}

	@Test
	void lockDefinition(CapturedLog output) {
		failToStart(BadDefinition.class);
		assertTold(output, "Method 'A.b' is private.", "Make it public.");
	}

	@Test
	void lockKey(CapturedLog output) {
		failToStart(BadKey.class);
		assertTold(output, "The key is blank; write one.", "Correct the key.");
	}

	private static void failToStart(Class<?> application, String... arguments) {
		failToStart(new SpringApplication(application), arguments);
	}

	private static SpringApplication without(String... packages) {
		return new SpringApplication(new DefaultResourceLoader(new FilteredClassLoader(packages)), Locks.class);
	}

	/** Start an application that leaves alone where the log is written to. */
	private static void failToStart(SpringApplication application, String... arguments) {
		application.setListeners(application.getListeners()
			.stream()
			.filter((listener) -> !(listener instanceof LoggingApplicationListener))
			.toList());
		application.setBannerMode(Banner.Mode.OFF);
		assertThatException().isThrownBy(() -> application.run(arguments));
	}

	private static void assertTold(CapturedLog output, String description, String action) {
		String[] told = Stream.of(output.toString().split("APPLICATION FAILED TO START", 2)[1].split("\\R"))
			.filter((line) -> !line.isBlank())
			.toArray(String[]::new);
		assertThat(told).containsSequence("Description:", description, "Action:", action);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LockAutoConfiguration.class)
	static class Locks {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class })
	static class LocksOnRedis {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LockAutoConfiguration.class)
	static class UnknownFactory {

		@Bean
		RedisConnectionFactory stub() {
			return new StubConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class })
	static class Several {

		@Bean
		LettuceConnectionFactory first() {
			return new LettuceConnectionFactory();
		}

		@Bean
		LettuceConnectionFactory second() {
			return new LettuceConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LockAutoConfiguration.class)
	static class OfSeveralServers {

		@Bean
		LettuceConnectionFactory clusterOfLocks() {
			return new LettuceConnectionFactory(new RedisClusterConfiguration().clusterNode("a", 6379));
		}

		@Bean
		LettuceConnectionFactory sentinelsOfLocks() {
			return new LettuceConnectionFactory(
					new RedisSentinelConfiguration().master("primary").sentinel("a", 26379));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UsesLockClient {

		@Bean
		String user(LockClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UsesLeaderRoles {

		@Bean
		String user(LeaderRoles roles) {
			return roles.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UsesAnother {

		@Bean
		String user(StringBuilder another) {
			return another.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BadDefinition {

		@Bean
		InitializingBean bad() {
			return () -> {
				throw new LockDefinitionException("Method 'A.b' is private.", "Make it public.", null);
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BadKey {

		@Bean
		InitializingBean bad() {
			return () -> {
				throw new LockKeyException("The key is blank; write one.", null);
			};
		}

	}

}
