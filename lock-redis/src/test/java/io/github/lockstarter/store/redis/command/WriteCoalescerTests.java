package io.github.lockstarter.store.redis.command;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WriteCoalescer}.
 */
class WriteCoalescerTests {

	private static final int THREADS = 4;

	private static final int COMMANDS = 5_000;

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private final List<List<RedisCommand<?, ?, ?>>> written = new ArrayList<>();

	private BooleanSupplier open = () -> true;

	private @Nullable Throwable refusal;

	private final WriteCoalescer coalescer = new WriteCoalescer(connection(), this.tasks::add,
			Script.text("", Script.BURST), true);

	@Test
	void whatIsAddedBeforeTheConnectionWritesIsSentTogetherInItsOrder() {
		List<ScriptCommand<String>> commands = IntStream.range(0, 3).mapToObj((i) -> added()).toList();
		assertThat(this.written).isEmpty();
		runTheOnlyTask();
		assertThat(this.written).hasSize(1);
		assertThat(this.written.get(0)).isEqualTo(commands);
		ScriptCommand<String> later = added();
		runTheOnlyTask();
		assertThat(this.written).hasSize(2);
		assertThat(this.written.get(1)).isEqualTo(List.of(later));
	}

	@Test
	void commandsFailThatTheConnectionRefuses() {
		this.refusal = new IllegalStateException("refused");
		ScriptCommand<String> alone = added();
		runTheOnlyTask();
		assertThat(failure(alone)).isSameAs(this.refusal);
		List<ScriptCommand<String>> both = List.of(added(), added());
		runTheOnlyTask();
		assertThat(both).allMatch((command) -> failure(command) == this.refusal);
	}

	/** Its client has been shut down. */
	@Test
	void commandsFailThatNobodyWillWrite() {
		RejectedExecutionException rejection = new RejectedExecutionException();
		WriteCoalescer closed = new WriteCoalescer(connection(), (task) -> {
			throw rejection;
		}, Script.text("", Script.BURST), true);
		for (int i = 0; i < 2; i++) {
			ScriptCommand<String> command = command();
			closed.add(command);
			assertThat(failure(command)).isSameAs(rejection);
		}
		assertThat(this.written).isEmpty();
	}

	/** Lettuce may have forgotten them. */
	@Test
	void commandsAreCancelledWhoseConnectionIsClosedWhileTheyAreWritten() {
		this.open = this.written::isEmpty;
		List<ScriptCommand<String>> commands = List.of(added(), added());
		runTheOnlyTask();
		assertThat(this.written).hasSize(1);
		assertThat(commands).allMatch(ScriptCommand::isCancelled);
	}

	@Test
	void eachCommandOfManyThreadsIsSentOnceAndInTheOrderOfItsThread() throws InterruptedException {
		List<List<ScriptCommand<String>>> added = IntStream.range(0, THREADS)
			.mapToObj((thread) -> IntStream.range(0, COMMANDS).mapToObj((i) -> command()).toList())
			.toList();
		ExecutorService writer = Executors.newSingleThreadExecutor();
		WriteCoalescer shared = new WriteCoalescer(connection(), writer, Script.text("", Script.BURST), true);
		Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
		List<Thread> threads = added.stream().map((own) -> new Thread(() -> own.forEach(shared::add))).toList();
		threads.forEach((thread) -> {
			thread.setUncaughtExceptionHandler((failed, failure) -> failures.add(failure));
			thread.start();
		});
		for (Thread thread : threads) {
			thread.join();
		}
		writer.shutdown();
		assertThat(writer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
		assertThat(failures).isEmpty();
		List<RedisCommand<?, ?, ?>> all = this.written.stream()
			.<RedisCommand<?, ?, ?>>flatMap(Collection::stream)
			.toList();
		assertThat(all).hasSize(THREADS * COMMANDS).doesNotHaveDuplicates();
		assertThat(added).allSatisfy((own) -> assertThat(all).containsSubsequence(own));
	}

	private void runTheOnlyTask() {
		this.tasks.remove().run();
		assertThat(this.tasks).isEmpty();
	}

	private ScriptCommand<String> added() {
		ScriptCommand<String> command = command();
		this.coalescer.add(command);
		return command;
	}

	private static ScriptCommand<String> command() {
		return new ScriptCommand<>(CommandType.EVALSHA, new ValueOutput<>(StringCodec.UTF8), "digest",
				new String[] { "lock:a" }, new String[0]);
	}

	private static @Nullable Throwable failure(ScriptCommand<String> command) {
		List<Throwable> failures = new ArrayList<>();
		command.onComplete((result, failure) -> failures.add(failure));
		return failures.isEmpty() ? null : failures.get(0);
	}

	@SuppressWarnings("unchecked")
	private StatefulConnection<String, String> connection() {
		return (StatefulConnection<String, String>) Proxy.newProxyInstance(StatefulConnection.class.getClassLoader(),
				new Class<?>[] { StatefulConnection.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "dispatch" -> dispatched(arguments[0]);
					case "isOpen" -> this.open.getAsBoolean();
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

	private Object dispatched(Object sent) throws Throwable {
		if (this.refusal != null) {
			throw this.refusal;
		}
		this.written.add((sent instanceof Collection<?> several)
				? several.stream().<RedisCommand<?, ?, ?>>map(RedisCommand.class::cast).toList()
				: List.of((RedisCommand<?, ?, ?>) sent));
		return sent;
	}

}
