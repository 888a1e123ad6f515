package io.github.lockstarter.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what is said where Redis lacks or forbids what locks need, by itself or within
 * scripts.
 */
@ExtendWith({ OutputCaptureExtension.class, RepeatedIfDisturbed.class })
class MissingRightsIntegrationTests {

	private static final String UNPUBLISHED = "Can't publish lock notifications";

	private final List<AutoCloseable> opened = new ArrayList<>();

	@ParameterizedTest
	@ValueSource(strings = { "EVALSHA", "TIME", "SET" })
	void aCommandThatWasRenamedIsMissed(String command) {
		EmbeddedRedis server = start("--rename-command", command, "HIDDEN");
		assertRefused(session(TestServers.of(server)), "this Redis lacks a command that locks need");
	}

	@Test
	void aRightThatScriptsLackIsNamed() {
		EmbeddedRedis server = start();
		RedisServers user = user(server, all().removeCommand(CommandType.SET));
		assertRefused(session(user), "the Redis user lacks permissions that locks need");
	}

	@Test
	void aCommandToPublishThatWasRenamedIsToldOnce(CapturedOutput output) {
		EmbeddedRedis server = start("--rename-command", "PUBLISH", "HIDDEN");
		assertToldOnce(session(TestServers.of(server)), output, "this Redis lacks a command");
	}

	@Test
	void aMissingRightToPublishIsToldOnce(CapturedOutput output) {
		EmbeddedRedis server = start();
		RedisServers user = user(server, all().removeCommand(CommandType.PUBLISH));
		assertToldOnce(session(user), output, "the Redis user lacks permissions");
	}

	@Test
	void whoMayPublishIsToldNothing(CapturedOutput output) {
		ListeningSession session = session(TestServers.of(start()));
		session.listen("a");
		session.queue("a");
		session.release("a");
		assertThat(output).doesNotContain(UNPUBLISHED);
	}

	@Test
	void whoMayNotSeeWhoListensKeepsItsSubscription() {
		EmbeddedRedis server = start();
		ListeningSession holder = session(TestServers.of(server));
		ListeningSession waiter = session(user(server, all().removeCommand(CommandType.PUBSUB)));
		holder.acquire("a");
		waiter.listen("a");
		assertThat(waiter.queue("a")).isEqualTo(AcquisitionState.QUEUED);
		assertThat(waiter.isListening("a")).isTrue();
		holder.release("a");
		waiter.release("a");
	}

	private static void assertRefused(ListeningSession session, String text) {
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> session.acquire("a"))
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (failure) -> {
				assertThat(failure.isPassing()).isFalse();
				assertThat(failure.getKind()).isEqualTo(Kind.PERMISSION);
			})
			.withMessageStartingWith(text);
	}

	/** A second subscription is made when the first is lost. */
	private void assertToldOnce(ListeningSession session, CapturedOutput output, String reason) {
		session.listen("a");
		await().untilAsserted(() -> assertThat(output).containsOnlyOnce(UNPUBLISHED).contains(reason));
		session.missed("a");
		session.listen("a");
		assertThat(session.acquire("a")).isNotNull();
		assertThat(output).containsOnlyOnce(UNPUBLISHED);
	}

	private static AclSetuserArgs all() {
		return AclSetuserArgs.Builder.on().addPassword("secret").allKeys().allCommands();
	}

	private RedisServers user(EmbeddedRedis server, AclSetuserArgs rights) {
		try (RedisClient admin = server.newClient()) {
			admin.connect().sync().aclSetuser("app", ServerVersion.withAllChannels(rights));
		}
		return RedisServers
			.at(RedisURI.builder(server.uri()).withAuthentication("app", "secret".toCharArray()).build());
	}

	private EmbeddedRedis start(String... arguments) {
		EmbeddedRedis server = EmbeddedRedis.start(arguments);
		this.opened.add(0, server);
		return server;
	}

	private ListeningSession session(RedisServers servers) {
		ListeningSession session = new ListeningSession(servers);
		this.opened.add(0, session);
		return session;
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable closeable : this.opened) {
			closeable.close();
		}
	}

}
