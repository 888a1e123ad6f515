package com.example.versions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Does what its standard input says, until that ends. Each answer is a line that begins
 * with {@link #ANSWER}.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class CountingApplication {

	static final String ANSWER = "@ ";

	private final Map<String, LockHandle> held = new HashMap<>();

	private final LockClient locks;

	private final StringRedisTemplate redis;

	CountingApplication(LockClient locks, StringRedisTemplate redis) {
		this.locks = locks;
		this.redis = redis;
	}

	public static void main(String[] arguments) throws IOException {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(CountingApplication.class)
			.web(WebApplicationType.NONE)
			.run(arguments)) {
			System.out.println(ANSWER + LockClient.class.getProtectionDomain().getCodeSource().getLocation().getPath());
			context.getBean(CountingApplication.class).answer();
		}
	}

	private void answer() throws IOException {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		String line;
		while ((line = input.readLine()) != null) {
			String[] words = line.split(" ");
			System.out.println(ANSWER + switch (words[0]) {
				case "acquire" -> acquire(words[1], Duration.parse(words[2]));
				case "release" -> release(words[1]);
				case "waiters" -> this.locks.lock(words[1]).inspect().waiters();
				case "count" -> count(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
				default -> throw new IllegalArgumentException(line);
			});
		}
	}

	private String acquire(String key, Duration wait) {
		Optional<LockHandle> handle = this.locks.lock(key).tryAcquire(wait);
		handle.ifPresent((granted) -> this.held.put(key, granted.detach()));
		return handle.map((granted) -> Long.toString(granted.fencingToken())).orElse("refused");
	}

	private String release(String key) {
		LockHandle handle = this.held.remove(key);
		boolean valid = handle.isValid();
		handle.close();
		return valid ? "released" : "lost";
	}

	/**
	 * Let several threads read a number, write the next one, and write down under which
	 * token they did.
	 */
	private String count(String key, int threads, int times) {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			CompletableFuture
				.allOf(IntStream.range(0, threads)
					.mapToObj((each) -> CompletableFuture.runAsync(() -> countAlone(key, times), executor))
					.toArray(CompletableFuture[]::new))
				.join();
			return "counted";
		}
		finally {
			executor.shutdown();
		}
	}

	private void countAlone(String key, int times) {
		for (int time = 0; time < times; time++) {
			try (LockHandle handle = this.locks.lock(key).waitTime(Duration.ofMinutes(2)).acquire()) {
				String number = this.redis.opsForValue().get("number:" + key);
				this.redis.opsForList().rightPush("tokens:" + key, Long.toString(handle.fencingToken()));
				this.redis.opsForValue()
					.set("number:" + key, Integer.toString((number != null) ? Integer.parseInt(number) + 1 : 1));
			}
		}
	}

}
