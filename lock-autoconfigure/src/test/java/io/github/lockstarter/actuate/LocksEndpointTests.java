package io.github.lockstarter.actuate;

import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockAdmin.Page;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.LocksDescriptor.Held;
import io.github.lockstarter.actuate.LocksDescriptor.OfInstance;
import io.github.lockstarter.actuate.LocksDescriptor.OfStore;
import io.github.lockstarter.actuate.LocksDescriptor.Recorded;
import io.github.lockstarter.actuate.LocksDescriptor.Waiting;
import io.github.lockstarter.actuate.LocksEndpoint.Scope;
import io.github.lockstarter.actuate.LocksEndpointWebExtension.Problem;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import io.github.lockstarter.testing.StubAdmin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LogCapture.class)
class LocksEndpointTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final String[] ORDER = { "order:1" };

	private final StubAdmin admin = new StubAdmin();

	@Test
	void listsWhatThisInstanceHoldsAndWaitsForTheLongestFirst() {
		this.admin.hold("orders", "order:1", SECOND);
		this.admin.hold("orders", "order:2", Duration.ofNanos(3_000_000_001L));
		this.admin.await("orders", "order:1", SECOND);
		this.admin.await("stock", "kettle", SECOND.plusMillis(1));
		this.admin.adaptiveLeases.put("orders", SECOND);
		OfInstance locks = (OfInstance) endpoint(false).locks(null, null, null);
		assertThat(locks.held()).extracting(Held::key).containsExactly("order:2", "order:1");
		assertThat(locks.held().get(0).heldFor()).as("milliseconds are enough").isEqualTo(Duration.ofSeconds(3));
		assertThat(locks.waiting()).extracting(Waiting::key).containsExactly("kettle", "order:1");
		assertThat(locks.held()).extracting(Held::threadId).containsOnly(1L);
		assertThat(locks.waiting()).extracting(Waiting::threadId).containsOnly(53L);
		assertThat(locks.adaptiveLeases()).containsEntry("orders", SECOND);
		assertThat(this.admin.asked).as("asks no store").isEmpty();
	}

	@Test
	void listsTheLocksOfAllInstancesAPageAtATime() {
		LockInfo.Holder holder = new LockInfo.Holder("shop", "web-1:4711", "main", Instant.EPOCH, SECOND, 0,
				LockKind.SEMAPHORE, 3);
		this.admin.page = () -> new Page(
				List.of(new LockInfo("order:1", List.of(holder), 2), new LockInfo("order:2", List.of(), 1)), "17");
		OfStore page = (OfStore) endpoint(false).locks(Scope.STORE, null, null);
		assertThat(page.next()).isEqualTo("17");
		LocksDescriptor.Holder described = new LocksDescriptor.Holder("shop", "web-1:4711", "main", Instant.EPOCH,
				SECOND, 0, LockKind.SEMAPHORE, 3);
		assertThat(page.locks()).containsExactly(new Recorded("order:1", true, described, List.of(described), 2),
				new Recorded("order:2", false, null, List.of(), 1));
		endpoint(false).locks(Scope.STORE, "17", 1000);
		assertThat(this.admin.asked).containsExactly("find '' 100", "find '17' 1000");
	}

	@Test
	void looksAtOneLockWhoseKeyMayHaveSlashes() {
		withClient((client) -> client.lock("a/b").run(() -> {
			Recorded lock = new LocksEndpoint((LockAdmin) client, false).lock("a", "b");
			assertThat(lock.key()).isEqualTo("a/b");
			assertThat(lock.held()).isTrue();
			assertThat(lock.holder()).isNotNull().extracting(LocksDescriptor.Holder::thread).isNotNull();
			assertThat(new LocksEndpoint((LockAdmin) client, false).lock("a").held()).isFalse();
		}));
	}

	@Test
	void takesNoLockFromItsHolderUnlessThatIsSwitchedOn() {
		WebEndpointResponse<Object> answer = web(false).release(SecurityContext.NONE, ORDER, "7");
		assertThat(answer.getStatus()).isEqualTo(403);
		assertThat(answer.getBody()).isEqualTo(new ForcedRelease("order:1", false,
				"Nothing was released: set 'distributed-lock.actuator.force-release.enabled=true' to let operators"
						+ " take locks from their holders."));
		assertThat(this.admin.asked).isEmpty();
	}

	@Test
	void takesALockFromItsHolder() {
		WebEndpointResponse<Object> answer = web(true).release(SecurityContext.NONE, new String[] { "order", "1" },
				"7");
		assertThat(answer.getStatus()).isEqualTo(200);
		assertThat(answer.getBody()).isInstanceOfSatisfying(ForcedRelease.class,
				(release) -> assertThat(release.released()).isTrue());
		assertThat(this.admin.asked).containsExactly("force order/1 7");
	}

	@Test
	void tellsTheAdminWhoAskedAndWarnsOfARefusal(CapturedLog output) {
		SecurityContext alice = new Caller("alice\nforged");
		web(true).release(alice, ORDER, "7");
		web(false).release(alice, new String[] { "order:2" }, null);
		assertThat(this.admin.asked).containsExactly("force order:1 7 by alice\nforged");
		assertThat(output).contains("WARN")
			.contains("Lock 'order:2' was not released by force by the endpoint 'locks', asked by 'alice\\nforged'")
			.doesNotContain("order:1");
	}

	@Test
	void saysThatNobodyHeldTheLock() {
		this.admin.release = () -> false;
		assertThat(endpoint(true).release(SecurityContext.NONE, ORDER, null))
			.isEqualTo(new ForcedRelease("order:1", false, "Nobody held the lock."));
	}

	@Test
	void takesNoLockFromAnotherHolderThanTheNamedOne(CapturedLog output) {
		this.admin.release = () -> false;
		WebEndpointResponse<Object> answer = web(true).release(SecurityContext.NONE, ORDER, "7");
		assertThat(answer.getStatus()).isEqualTo(409);
		assertThat(answer.getBody()).isEqualTo(new ForcedRelease("order:1", false,
				"Nothing was released: that holder no longer has the lock. Look who has it now."));
		assertThat(output).doesNotContain("was taken");
	}

	@Test
	void takesNoLockOverHttpUnlessTheHolderIsNamed() {
		for (String token : Arrays.asList(null, "", "seven")) {
			assertProblem(web(true).release(SecurityContext.NONE, ORDER, token), 400,
					"say who is to lose the lock, by '?token='");
		}
		assertThat(this.admin.asked).isEmpty();
	}

	@Test
	void saysThatTheStoreIsUnavailable() {
		this.admin.page = () -> {
			throw new LockUnavailableException("(all)", SECOND, null);
		};
		this.admin.release = () -> {
			throw new LockUnavailableException("order:1", SECOND, null);
		};
		assertProblem(web(true).locks("store", null, null), 503, "no answer within 1000 ms");
		assertProblem(web(true).release(SecurityContext.NONE, ORDER, "7"), 503,
				"The store of lock 'order:1' is unavailable");
	}

	@Test
	void saysWhatIsWrongWithAKey() {
		withClient((client) -> assertProblem(
				new LocksEndpointWebExtension(new LocksEndpoint((LockAdmin) client, false)).lock(" "), 400, "blank"));
	}

	@Test
	void saysThatACursorIsNone() {
		this.admin.page = () -> {
			throw new IllegalArgumentException("'x' is no cursor");
		};
		assertProblem(web(true).locks("store", "x", null), 400, "is no cursor");
	}

	@Test
	void saysWhichScopesThereAre() {
		LocksEndpointWebExtension web = web(false);
		assertProblem(web.locks("stores", null, null), 400, "'stores' is no scope: write 'instance' or 'store'.");
		for (String scope : Arrays.asList(null, "instance", "INSTANCE", "Store", "")) {
			assertThat(web.locks(scope, null, null).getStatus()).as(scope).isEqualTo(200);
		}
	}

	@Test
	void saysThatACountIsNone() {
		LocksEndpointWebExtension web = web(false);
		for (String count : List.of("many", "0", "1001")) {
			assertProblem(web.locks("store", null, count), 400,
					"'" + count + "' is no count of records: write a number from 1 to 1000.");
		}
		assertThat(web.locks(null, null, "").getStatus()).isEqualTo(200);
	}

	private static void assertProblem(WebEndpointResponse<Object> answer, int status, String message) {
		assertThat(answer.getStatus()).isEqualTo(status);
		assertThat(answer.getBody()).isInstanceOfSatisfying(Problem.class,
				(problem) -> assertThat(problem.message()).contains(message));
	}

	private LocksEndpoint endpoint(boolean forceRelease) {
		return new LocksEndpoint(this.admin, forceRelease);
	}

	private LocksEndpointWebExtension web(boolean forceRelease) {
		return new LocksEndpointWebExtension(endpoint(forceRelease));
	}

	private static void withClient(Consumer<LockClient> test) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory")
			.run((context) -> test.accept(context.getBean(LockClient.class)));
	}

	private record Caller(String name) implements SecurityContext {

		@Override
		public Principal getPrincipal() {
			return this::name;
		}

		@Override
		public boolean isUserInRole(String role) {
			return false;
		}

	}

}
