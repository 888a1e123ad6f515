package io.github.lockstarter.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.request;

/**
 * Tests for annotated methods of controllers that answer later.
 */
@ExtendWith(LogCapture.class)
class WebMethodsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	@RegisterExtension
	static final SharedContext context = SharedContext
		.with(LockReactiveAutoConfiguration.class, LockWebAutoConfiguration.class)
		.withBeans(List.of(Shop.class));

	private final LockAdmin admin = context.bean(LockAdmin.class);

	private void with(Check check) throws Exception {
		Shop shop = context.bean(Shop.class);
		LockClient locks = context.bean(LockClient.class);
		try {
			check.run(MockMvcBuilders.standaloneSetup(shop).build(), shop, locks);
			await().until(() -> !isHeld(locks));
		}
		finally {
			this.admin.forceRelease("key");
		}
	}

	private void lose() {
		assertThat(this.admin.forceRelease("key")).isTrue();
	}

	private static boolean isHeld(LockClient locks) {
		return locks.lock("key").inspect().held();
	}

	private static MvcResult begun(MockMvc mvc, String path) throws Exception {
		return mvc.perform(get(path)).andExpect(request().asyncStarted()).andReturn();
	}

	private static void assertEndsWith(MockMvc mvc, MvcResult begun, String content) throws Exception {
		mvc.perform(asyncDispatch(begun)).andExpect(content().string(content));
	}

	@Test
	void holdsTheLockUntilADeferredResultIsSet() throws Exception {
		with((mvc, shop, locks) -> {
			MvcResult begun = begun(mvc, "/deferred");
			assertThat(isHeld(locks)).isTrue();
			shop.deferred().get(0).setResult("done");
			assertEndsWith(mvc, begun, "done");
		});
	}

	@Test
	void holdsTheLockUntilAnEmitterIsComplete() throws Exception {
		with((mvc, shop, locks) -> {
			MvcResult begun = begun(mvc, "/events");
			SseEmitter emitter = shop.emitters().get(0);
			emitter.send("one");
			assertThat(isHeld(locks)).isTrue();
			emitter.complete();
			await().until(() -> !isHeld(locks));
			assertThat(begun.getResponse().getContentAsString()).contains("data:one");
		});
	}

	@Test
	void holdsTheLockWhileATaskRuns() throws Exception {
		with((mvc, shop, locks) -> {
			for (String path : List.of("/task", "/callable", "/stream", "/entity")) {
				MvcResult begun = begun(mvc, path);
				await().until(() -> shop.inside() && isHeld(locks));
				shop.go();
				begun.getAsyncResult(SOON.toMillis());
				assertEndsWith(mvc, begun, "done");
				await().until(() -> !isHeld(locks));
			}
		});
	}

	@Test
	void failsAResultThatIsLaterWork() throws Exception {
		with((mvc, shop, locks) -> {
			MvcResult begun = begun(mvc, "/nested");
			shop.nested().setResult(ResponseEntity.ok(new SseEmitter()));
			assertThat(WebAsyncUtils.getAsyncManager(begun.getRequest()).getConcurrentResult())
				.isInstanceOf(IllegalStateException.class)
				.asString()
				.contains("whose work is done later");
			mvc.perform(get("/anything")).andExpect(content().string("later"));
		});
	}

	@Test
	void releasesTheLockIfTheResultIsNeverUsed() throws Exception {
		with((mvc, shop, locks) -> MockMvcBuilders.standaloneSetup(new Dropping(shop))
			.build()
			.perform(get("/dropped"))
			.andExpect(content().string("dropped")));
	}

	@Test
	void releasesTheLockIfTheMethodFails() throws Exception {
		with((mvc, shop, locks) -> mvc.perform(get("/failing")).andExpect(content().string("failed: shop")));
	}

	@Test
	void answersThatTheLockWasNotAcquired() throws Exception {
		with((mvc, shop, locks) -> {
			LockHandle held = locks.lock("key").acquire().detach();
			mvc.perform(get("/deferred")).andExpect(content().string("busy"));
			assertThat(shop.deferred()).isEmpty();
			held.close();
		});
	}

	@Test
	void failsTheResultIfTheLockIsLost() throws Exception {
		with((mvc, shop, locks) -> {
			MvcResult begun = begun(mvc, "/lost");
			lose();
			begun.getAsyncResult(SOON.toMillis());
			assertEndsWith(mvc, begun, "lost");
		});
	}

	@Test
	void interruptsTheTaskIfTheLockIsLost() throws Exception {
		with((mvc, shop, locks) -> {
			MvcResult begun = begun(mvc, "/interrupted");
			await().until(shop::inside);
			lose();
			begun.getAsyncResult(SOON.toMillis());
			assertEndsWith(mvc, begun, "lost");
		});
	}

	@Test
	void needsARequest() throws Exception {
		with((mvc, shop, locks) -> assertThatIllegalStateException().isThrownBy(shop::deferredOne)
			.withMessageContaining("this thread handles no request"));
	}

	@FunctionalInterface
	interface Check {

		void run(MockMvc mvc, Shop shop, LockClient locks) throws Exception;

	}

	@RestController
	static class Dropping {

		private final Shop shop;

		Dropping(Shop shop) {
			this.shop = shop;
		}

		@GetMapping("/dropped")
		String dropped() {
			this.shop.deferredOne();
			return "dropped";
		}

	}

	@RestController
	static class Shop {

		private final List<DeferredResult<String>> deferred = new CopyOnWriteArrayList<>();

		private final DeferredResult<ResponseEntity<?>> nested = new DeferredResult<>();

		private final List<SseEmitter> emitters = new CopyOnWriteArrayList<>();

		private volatile boolean inside;

		private volatile CountDownLatch go = new CountDownLatch(1);

		List<DeferredResult<String>> deferred() {
			return this.deferred;
		}

		List<SseEmitter> emitters() {
			return this.emitters;
		}

		boolean inside() {
			return this.inside;
		}

		void go() {
			this.inside = false;
			CountDownLatch former = this.go;
			this.go = new CountDownLatch(1);
			former.countDown();
		}

		private String work() throws InterruptedException {
			CountDownLatch awaited = this.go;
			LockContext.assertHeld("key");
			this.inside = true;
			awaited.await();
			return "done";
		}

		@GetMapping("/deferred")
		@DistributedLock(key = "key", waitTime = 0)
		public DeferredResult<String> deferredOne() {
			DeferredResult<String> result = new DeferredResult<>();
			this.deferred.add(result);
			return result;
		}

		@GetMapping("/events")
		@DistributedLock(key = "key")
		public SseEmitter events() {
			SseEmitter emitter = new SseEmitter();
			this.emitters.add(emitter);
			return emitter;
		}

		@GetMapping("/task")
		@DistributedLock(key = "key")
		public WebAsyncTask<String> task() {
			return new WebAsyncTask<>(this::work);
		}

		@GetMapping("/callable")
		@DistributedLock(key = "key")
		public Callable<String> callable() {
			return this::work;
		}

		@GetMapping("/stream")
		@DistributedLock(key = "key")
		public StreamingResponseBody stream() {
			return (output) -> {
				try {
					output.write(work().getBytes(StandardCharsets.UTF_8));
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			};
		}

		@GetMapping("/entity")
		@DistributedLock(key = "key")
		public ResponseEntity<StreamingResponseBody> entity() {
			return ResponseEntity.ok(stream());
		}

		@GetMapping("/anything")
		@DistributedLock(key = "key")
		public ResponseEntity<?> anything() {
			return ResponseEntity.ok(stream());
		}

		@GetMapping("/nested")
		@DistributedLock(key = "key")
		public DeferredResult<ResponseEntity<?>> nestedOne() {
			return this.nested;
		}

		DeferredResult<ResponseEntity<?>> nested() {
			return this.nested;
		}

		@ExceptionHandler
		String later(IllegalStateException ex) {
			return ex.getMessage().contains("whose work is done later") ? "later" : "wrong";
		}

		@GetMapping("/failing")
		@DistributedLock(key = "key")
		public DeferredResult<String> failing() {
			throw new IllegalArgumentException("shop");
		}

		@GetMapping("/lost")
		@DistributedLock(key = "key", onLoss = LossPolicy.FAIL)
		public DeferredResult<String> lost() {
			return new DeferredResult<>();
		}

		@GetMapping("/interrupted")
		@DistributedLock(key = "key", onLoss = LossPolicy.INTERRUPT)
		public WebAsyncTask<String> interrupted() {
			return new WebAsyncTask<>(this::work);
		}

		@ExceptionHandler
		String failed(IllegalArgumentException ex) {
			return "failed: " + ex.getMessage();
		}

		@ExceptionHandler
		String busy(LockNotAcquiredException ex) {
			return "busy";
		}

		@ExceptionHandler
		String lost(LockLostException ex) {
			return "lost";
		}

	}

}
