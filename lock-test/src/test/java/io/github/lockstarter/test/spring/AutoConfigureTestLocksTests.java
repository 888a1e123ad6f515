package io.github.lockstarter.test.spring;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.leader.LeaderRoles;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.RecordingLockClient;
import io.github.lockstarter.test.TestLockMode;
import org.junit.jupiter.api.MethodOrderer.MethodName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.test.context.NestedTestConfiguration;
import org.springframework.test.context.NestedTestConfiguration.EnclosingConfiguration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import static io.github.lockstarter.test.assertj.LockAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.request;

/**
 * Tests the annotation for test classes. No Redis runs here.
 */
@NestedTestConfiguration(EnclosingConfiguration.OVERRIDE)
class AutoConfigureTestLocksTests {

	@Nested
	@SpringBootTest(classes = Application.class)
	@AutoConfigureTestLocks
	@TestMethodOrder(MethodName.class)
	class InMemory {

		@Autowired
		private RecordingLockClient locks;

		@Autowired
		private Orders orders;

		@Autowired
		private ApplicationContext context;

		@Test
		void aLocksInMemoryAndRecordsTheLocksOfAnnotatedMethods() {
			assertThat(this.orders.process("42")).isPositive();
			assertThat(this.locks).locked("order:42").holdsNothing().acquisition("order:42").hasName("Orders.process");
		}

		@Test
		void bTheRecordIsEmptyBeforeEachMethod() {
			assertThat(this.locks).lockedNothing();
			this.locks.holdElsewhere("order:42");
		}

		@Test
		void cAndWhatWasHeldElsewhereIsFree() {
			assertThat(this.orders.process("42")).isPositive();
		}

		@Test
		void recordsTheLocksOfSpringIntegration(@Autowired RenewableLockRegistry<?> registry)
				throws InterruptedException {
			registry.executeLocked("order:42", () -> registry.renewLock("order:42"));
			assertThat(this.locks).locked("order:42").holdsNothing().acquisition("order:42").hasName("integration");
		}

		@Test
		void replacesTheClientAndNeedsNoStore() {
			assertThat(this.context.getBean(LockClient.class)).isSameAs(this.locks);
			assertThat(this.context.getBeanProvider(LockStore.class)).isEmpty();
			assertThat(this.context.getBean(LockAdmin.class).held()).isEmpty();
		}

	}

	@Nested
	@ExtendWith(OutputCaptureExtension.class)
	@SpringBootTest(classes = Application.class, properties = "spring.application.name=a-context-of-its-own")
	@AutoConfigureTestLocks
	class WithoutWarnings {

		@Test
		void doesNotTakeItsOwnPropertyForAMisspeltOne(CapturedOutput output) {
			assertThat(output).contains(":: Spring Boot ::").doesNotContain("distributed-lock.test.mode");
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class, properties = "distributed-lock.locks.Orders.process.wait-time=10ms")
	@AutoConfigureTestLocks
	class WithSettings {

		@Autowired
		private RecordingLockClient locks;

		@Autowired
		private Orders orders;

		@Test
		void appliesTheSettingsOfTheApplication() {
			this.locks.holdElsewhere("order:42");
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.process("42"));
			assertThat(this.locks).wasRefused("order:42");
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class)
	@AutoConfigureTestLocks(mode = TestLockMode.GRANTED)
	class Granted {

		@Autowired
		private RecordingLockClient locks;

		@Autowired
		private Orders orders;

		@Test
		void grantsALockThatIsHeld() {
			this.locks.holdElsewhere("order:42");
			assertThat(this.orders.process("42")).isPositive();
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class)
	@AutoConfigureTestLocks(mode = TestLockMode.REFUSED)
	class Refused {

		@Autowired
		private RecordingLockClient locks;

		@Autowired
		private Orders orders;

		@Test
		void refusesAtOnce() {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.process("42"));
			assertThat(this.locks).wasRefused("Orders.process").lockedNothing();
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class)
	@AutoConfigureTestLocks(mode = TestLockMode.UNAVAILABLE)
	class Unavailable {

		@Autowired
		private Orders orders;

		@Test
		void failsAsIfTheStoreWereDownAndSaysWhy() {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.orders.process("42"))
				.withMessage("The store of lock 'order:42' is unavailable"
						+ " (simulated: @AutoConfigureTestLocks(mode = UNAVAILABLE)).");
		}

	}

	@Nested
	@SpringJUnitConfig
	@AutoConfigureTestLocks
	@Import(Orders.class)
	class InASlice {

		@Autowired
		private RecordingLockClient locks;

		@Autowired
		private Orders orders;

		@Test
		void locksAnnotatedMethodsWithoutTheApplication() {
			assertThat(this.orders.process("42")).isPositive();
			assertThat(this.locks).locked("order:42");
		}

	}

	@Nested
	@SpringJUnitConfig
	@AutoConfigureTestLocks
	@Import({ Later.class, Answers.class, AfterTransactions.class, PseudoTransactions.class })
	class InASliceWithLaterWork {

		@Autowired
		private RecordingLockClient locks;

		@Test
		void locksEachKindOfWorkThatEndsLater(@Autowired Later later) {
			assertThat(later.count().block()).isOne();
			assertThat(this.locks).locked("count").holdsNothing();
		}

		@ParameterizedTest
		@ValueSource(strings = { "deferred", "task", "events" })
		void locksControllersThatAnswerLater(String path, @Autowired Answers answers) throws Exception {
			MockMvc requests = MockMvcBuilders.standaloneSetup(answers).build();
			MvcResult answer = requests.perform(get("/" + path)).andExpect(request().asyncStarted()).andReturn();
			answer.getAsyncResult();
			assertThat(requests.perform(asyncDispatch(answer)).andReturn().getResponse().getContentAsString())
				.contains("done");
			await().untilAsserted(() -> assertThat(this.locks).locked(path).holdsNothing());
		}

		@Test
		void locksControllersThatReturnPublishers(@Autowired Answers answers) {
			assertThat(answers.value().block()).isEqualTo("done");
			assertThat(this.locks).locked("value").holdsNothing();
		}

		@Test
		void holdsLocksUntilTheEndOfTransactions(@Autowired AfterTransactions after,
				@Autowired PlatformTransactionManager transactions) {
			new TransactionTemplate(transactions).executeWithoutResult((status) -> {
				after.write();
				assertThat(this.locks.lock("written").inspect().held()).isTrue();
			});
			assertThat(this.locks).locked("written").holdsNothing();
		}

	}

	@Nested
	@SpringJUnitConfig
	@AutoConfigureTestLocks
	@Import({ Transfers.class, ReactiveTransactions.class })
	class InASliceWithReactiveTransactions {

		@Test
		void commitsNoneUnderALostLock(@Autowired Transfers transfers, @Autowired ReactiveTransactions transactions,
				@Autowired RecordingLockClient locks) {
			transfers.transfer(() -> assertThat(locks).locked("transfer")).block();
			assertThat(transactions.ended).containsExactly("commit");
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> transfers.transfer(() -> locks.lose("transfer")).block());
			assertThat(transactions.ended).containsExactly("commit", "rollback");
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class, properties = "distributed-lock.leader.roles=reports")
	@AutoConfigureTestLocks
	class Roles {

		@Test
		void theOnlyInstanceIsTheLeader(@Autowired LeaderRoles roles) {
			await().until(() -> roles.get("reports").isLeader());
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class, properties = "distributed-lock.leader.roles=reports")
	@AutoConfigureTestLocks(mode = TestLockMode.GRANTED)
	class GrantedRoles {

		@Test
		void theOnlyInstanceIsTheLeader(@Autowired LeaderRoles roles) {
			await().until(() -> roles.get("reports").isLeader());
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class, properties = "distributed-lock.leader.roles=reports")
	@AutoConfigureTestLocks(mode = TestLockMode.REFUSED)
	class RefusedRoles {

		@Test
		void thereIsNoLeader(@Autowired LeaderRoles roles) {
			assertThat(roles.get("reports").isLeader()).isFalse();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Orders.class)
	static class Application {

	}

	static class Orders {

		@DistributedLock(key = "order:#{#id}")
		public long process(String id) {
			return LockContext.assertHeld("order:" + id).fencingToken();
		}

	}

	static class Later {

		@DistributedLock(key = "count")
		public Mono<Integer> count() {
			return Mono.just(1);
		}

	}

	@RestController
	static class Answers {

		@GetMapping("/deferred")
		@DistributedLock(key = "deferred")
		public DeferredResult<String> deferred() {
			DeferredResult<String> result = new DeferredResult<>();
			result.setResult("done");
			return result;
		}

		@GetMapping("/task")
		@DistributedLock(key = "task")
		public Callable<String> task() {
			return () -> "done";
		}

		@GetMapping("/events")
		@DistributedLock(key = "events")
		public SseEmitter events() throws IOException {
			SseEmitter emitter = new SseEmitter();
			emitter.send("done");
			emitter.complete();
			return emitter;
		}

		@GetMapping("/value")
		@DistributedLock(key = "value")
		public Mono<String> value() {
			return Mono.just("done");
		}

	}

	static class Transfers {

		@Transactional
		@DistributedLock(key = "transfer")
		public Mono<Void> transfer(Runnable work) {
			return Mono.fromRunnable(work);
		}

	}

	@EnableTransactionManagement
	static class ReactiveTransactions extends AbstractReactiveTransactionManager {

		private final List<String> ended = new CopyOnWriteArrayList<>();

		@Override
		protected Object doGetTransaction(TransactionSynchronizationManager synchronizations) {
			return this;
		}

		@Override
		protected Mono<Void> doBegin(TransactionSynchronizationManager synchronizations, Object transaction,
				TransactionDefinition definition) {
			return Mono.empty();
		}

		@Override
		protected Mono<Void> doCommit(TransactionSynchronizationManager synchronizations,
				GenericReactiveTransaction status) {
			return Mono.fromRunnable(() -> this.ended.add("commit"));
		}

		@Override
		protected Mono<Void> doRollback(TransactionSynchronizationManager synchronizations,
				GenericReactiveTransaction status) {
			return Mono.fromRunnable(() -> this.ended.add("rollback"));
		}

	}

	static class AfterTransactions {

		@DistributedLock(key = "written", release = DistributedLock.LockRelease.AFTER_TRANSACTION)
		public void write() {
		}

	}

	static class PseudoTransactions extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
