package io.github.lockstarter.autoconfigure;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.context.request.async.WebAsyncUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.request;

/**
 * Tests for tasks of requests, which begin, end and are interrupted at odd moments.
 */
class WebTasksTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, LockWebAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Shop.class);

	private static void run(ApplicationContextRunner application, Check check) {
		application.run((context) -> {
			Shop shop = context.getBean(Shop.class);
			shop.use(context.getBean(LockAdmin.class));
			check.run(MockMvcBuilders.standaloneSetup(shop).build(), shop);
			LockClient locks = context.getBean(LockClient.class);
			await().until(() -> !locks.lock("key").inspect().held());
		});
	}

	private static MvcResult begun(MockMvc mvc, String path) throws Exception {
		return mvc.perform(get(path)).andExpect(request().asyncStarted()).andReturn();
	}

	private static void assertEndsWith(MockMvc mvc, MvcResult begun, String content) throws Exception {
		begun.getAsyncResult(SOON.toMillis());
		mvc.perform(asyncDispatch(begun)).andExpect(content().string(content));
	}

	@Test
	void noTaskBeginsAfterItsRequestHasEnded() {
		run(this.runner, (mvc, shop) -> {
			MvcResult begun = begun(mvc, "/task");
			Objects.requireNonNull((MockAsyncContext) begun.getRequest().getAsyncContext()).complete();
			shop.runTask();
			assertThat(shop.done()).isEmpty();
			assertThat(WebAsyncUtils.getAsyncManager(begun.getRequest()).getConcurrentResult().toString())
				.doesNotContain("done");
		});
	}

	@Test
	void noTaskBeginsUnderALostLock() {
		run(this.runner, (mvc, shop) -> {
			MvcResult begun = begun(mvc, "/task");
			shop.lose();
			shop.runTask();
			assertThat(shop.done()).isEmpty();
			assertEndsWith(mvc, begun, "lost");
		});
	}

	@Test
	void anInterruptFromElsewhereIsNotCleared() {
		run(this.runner, (mvc, shop) -> {
			MvcResult begun = begun(mvc, "/interrupted");
			shop.runTask();
			assertThat(Thread.interrupted()).isTrue();
			assertEndsWith(mvc, begun, "lost");
		});
	}

	@Test
	void theInterruptOfALossIsCleared() {
		run(this.runner, (mvc, shop) -> {
			MvcResult begun = begun(mvc, "/losing");
			shop.runTask();
			assertThat(Thread.interrupted()).isFalse();
			assertEndsWith(mvc, begun, "lost");
		});
	}

	@Test
	void aLossThatOnlyTheReleaseRevealsFailsTheTask() {
		run(this.runner.withBean(LockStore.class, WebTasksTests::storeThatHasLostWhatIsReleased), (mvc, shop) -> {
			MvcResult begun = begun(mvc, "/task");
			shop.runTask();
			assertThat(shop.done()).containsExactly("done");
			assertEndsWith(mvc, begun, "lost");
		});
	}

	private static LockStore storeThatHasLostWhatIsReleased() {
		MemoryLockStore memory = new MemoryLockStore();
		Executor later = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
		return (instance, listener) -> {
			LockSession session = memory.open(instance, listener);
			return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
					new Class<?>[] { LockSession.class }, (proxy, method, arguments) -> {
						Object answer = method.invoke(session, arguments);
						return method.getName().startsWith("release") ? ((CompletionStage<?>) answer)
							.thenApplyAsync((released) -> lost((StoreAnswer) released), later) : answer;
					});
		};
	}

	private static StoreAnswer lost(StoreAnswer answer) {
		return new StoreAnswer(AcquisitionState.LOST, answer.token(), answer.remaining(), answer.clock());
	}

	@FunctionalInterface
	interface Check {

		void run(MockMvc mvc, Shop shop) throws Exception;

	}

	@RestController
	static class Shop {

		private final List<Runnable> tasks = new CopyOnWriteArrayList<>();

		private final List<String> done = new CopyOnWriteArrayList<>();

		private @Nullable LockAdmin admin;

		List<String> done() {
			return this.done;
		}

		void use(LockAdmin lockAdmin) {
			this.admin = lockAdmin;
		}

		void lose() {
			assertThat(Objects.requireNonNull(this.admin).forceRelease("key")).isTrue();
		}

		/** Tasks run when the test says so, and cancelling them has no effect. */
		private <T> WebAsyncTask<T> later(Callable<T> task) {
			AsyncTaskExecutor executor = new AsyncTaskExecutor() {

				@Override
				public void execute(Runnable runnable) {
					Shop.this.tasks.add(runnable);
				}

				@Override
				public FutureTask<?> submit(Runnable runnable) {
					execute(runnable);
					return new FutureTask<>(runnable, null);
				}

			};
			return new WebAsyncTask<>(SOON.toMillis(), executor, task);
		}

		void runTask() {
			this.tasks.remove(0).run();
		}

		@GetMapping("/task")
		@DistributedLock(key = "key", onLoss = LossPolicy.FAIL)
		public WebAsyncTask<String> task() {
			return later(() -> {
				this.done.add("done");
				return "done";
			});
		}

		@GetMapping("/interrupted")
		@DistributedLock(key = "key", onLoss = LossPolicy.INTERRUPT)
		public WebAsyncTask<String> interrupted() {
			return later(() -> {
				CompletableFuture<Void> told = new CompletableFuture<>();
				LockContext.current().onLost(() -> told.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS));
				Thread.currentThread().interrupt();
				CompletableFuture<Void> losing = CompletableFuture.runAsync(this::lose);
				while (!told.isDone() && !losing.isCompletedExceptionally()) {
					Thread.onSpinWait(); // any other way to wait clears the interrupt
				}
				return "done";
			});
		}

		@GetMapping("/losing")
		@DistributedLock(key = "key", onLoss = LossPolicy.INTERRUPT)
		public WebAsyncTask<String> losing() {
			return later(() -> {
				lose();
				await().pollInSameThread().until(() -> Thread.currentThread().isInterrupted());
				return "done";
			});
		}

		@ExceptionHandler
		String lost(LockLostException ex) {
			return "lost";
		}

	}

}
