package io.github.lockstarter.sample.catalogue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.sample.order.StockItem;
import io.github.lockstarter.sample.order.StockRepository;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

/**
 * Serves the catalogue from a cache that all instances share.
 */
@Service
public class CatalogueService {

	private static final Duration KEPT = Duration.ofSeconds(30);

	private static final Duration BUILD_TIME = Duration.ofMillis(200);

	private final LockClient locks;

	private final StringRedisTemplate redis;

	private final JsonMapper json;

	private final StockRepository stock;

	private final String instance;

	CatalogueService(LockClient locks, StringRedisTemplate redis, JsonMapper json, StockRepository stock,
			@Value("${sample.instance}") String instance) {
		this.locks = locks;
		this.redis = redis;
		this.json = json;
		this.stock = stock;
		this.instance = instance;
	}

	/**
	 * Get the catalogue. If it has to be built, one caller builds it while the others
	 * wait: the caller that gets the lock looks again before building.
	 * @return the catalogue
	 */
	public Catalogue get() {
		return cached().orElseGet(
				() -> this.locks.lock("catalogue").name("catalogue").call(() -> cached().orElseGet(this::rebuild)));
	}

	/**
	 * Throw the cached catalogue away.
	 */
	public void evict() {
		this.redis.delete("sample:catalogue");
	}

	/**
	 * Count the builds.
	 * @return how often any instance built the catalogue
	 */
	public long rebuilds() {
		String count = this.redis.opsForValue().get("sample:catalogue:rebuilds");
		return (count != null) ? Long.parseLong(count) : 0;
	}

	private Optional<Catalogue> cached() {
		return Optional.ofNullable(this.redis.opsForValue().get("sample:catalogue"))
			.map((text) -> this.json.readValue(text, Catalogue.class));
	}

	private Catalogue rebuild() {
		LockSupport.parkNanos(BUILD_TIME.toNanos());
		Catalogue catalogue = new Catalogue(this.stock.findAll().stream().map(StockItem::name).toList(), this.instance,
				Instant.now());
		this.redis.opsForValue().increment("sample:catalogue:rebuilds");
		this.redis.opsForValue().set("sample:catalogue", this.json.writeValueAsString(catalogue), KEPT);
		return catalogue;
	}

}
