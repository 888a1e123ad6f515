package io.github.lockstarter.web;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.aop.LockedCall;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.ServletWebRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the lock of a request where Spring MVC does not easily lead.
 */
class HeldRequestTests {

	private final CloseableLockClient client = new LockClientBuilder(new MemoryLockStore()).build();

	private final LockHandle handle = this.client.lock("key").acquire();

	private final NativeWebRequest request = new ServletWebRequest(new MockHttpServletRequest());

	@AfterEach
	void releasesTheLock() {
		await().until(() -> !this.client.lock("key").inspect().held());
		this.client.close();
	}

	/** Calls a method that returns null. */
	private static LockedCall call() {
		return (LockedCall) Proxy.newProxyInstance(LockedCall.class.getClassLoader(),
				new Class<?>[] { LockedCall.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "name" -> "name";
					case "onLoss" -> LossPolicy.REPORT;
					case "release" -> ((LockHandle) arguments[0]).closeAsync();
					default -> null;
				});
	}

	@Test
	void releasesALockUnderWhichNothingBegins() {
		LockHandle broken = (LockHandle) Proxy.newProxyInstance(LockHandle.class.getClassLoader(),
				new Class<?>[] { LockHandle.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("callAsync")) {
						throw new IllegalStateException("broken");
					}
					try {
						return method.invoke(this.handle, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
		assertThatIllegalStateException().isThrownBy(new HeldRequest(call(), broken)::begin).withMessage("broken");
	}

	@Test
	void furtherTasksOfTheRequestRunWithoutTheLock() throws Throwable {
		HeldRequest held = new HeldRequest(call(), this.handle);
		held.begin();
		Callable<String> first = () -> "first";
		held.beforeConcurrentHandling(this.request, first);
		held.preProcess(this.request, first);
		assertThat(LockContext.held()).containsExactly(this.handle);
		held.postProcess(this.request, first, "first");
		Callable<String> further = () -> "further";
		held.beforeConcurrentHandling(this.request, further);
		held.preProcess(this.request, further);
		assertThat(LockContext.held()).isEmpty();
		held.postProcess(this.request, further, "further");
	}

}
