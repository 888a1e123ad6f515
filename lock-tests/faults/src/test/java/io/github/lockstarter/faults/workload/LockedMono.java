package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockContext;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * The lock of this project around a method that returns a publisher.
 */
record LockedMono(Work work) implements TestedLock {

	static LockedMono of(LockClient client) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(LockClient.class, () -> client, (bean) -> bean.setDestroyMethodName(""));
		context.register(Work.class);
		context.register(Configurations.getClasses(AutoConfigurations.of(LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class)));
		context.refresh();
		return new LockedMono(context.getBean(Work.class));
	}

	@Override
	public Optional<LockHandle> tryAcquire(String key, Duration waitTime) {
		throw new UnsupportedOperationException("No thread takes this lock.");
	}

	@Override
	public CompletionStage<Void> callAsync(String key, Duration waitTime,
			Function<LockHandle, CompletionStage<Void>> body) {
		return this.work.run(key, body).toFuture();
	}

	/**
	 * A component of an application.
	 */
	static class Work {

		@DistributedLock(key = "#key", waitTime = Workload.WAIT_SECONDS)
		public Mono<Void> run(String key, Function<LockHandle, CompletionStage<Void>> body) {
			return ReactiveLockContext.current().flatMap((held) -> Mono.fromCompletionStage(body.apply(held)));
		}

	}

}
