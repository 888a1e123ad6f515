package com.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that the shop can keep its locks in its database.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "distributed-lock.store=jdbc", "management.endpoint.health.show-details=always",
				"spring.sql.init.mode=always",
				"spring.sql.init.schema-locations=classpath:io/github/lockstarter/jdbc/schema-h2.sql",
				"spring.datasource.url=jdbc:h2:mem:locks;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1" })
class ShopInDatabaseTests {

	@Autowired
	private StockService stock;

	@Autowired
	private LockClient locks;

	@Test
	void fortyCallsAtATimeTakeFortyPieces() {
		Rush.assertTakesEachPieceOnce(this.stock);
	}

	@Test
	void aLockThatIsHeldIsARow(@Autowired JdbcClient jdbc) {
		try (LockHandle held = this.locks.lock("table").acquire()) {
			assertThat(held.isValid()).isTrue();
			assertThat(jdbc.sql("select count(*) from distributed_lock where lock_key like '%table%'")
				.query(Integer.class)
				.single()).isOne();
		}
	}

	@Test
	void healthTellsOfTheDatabase(@Value("${local.server.port}") int port) throws Exception {
		URI address = URI.create("http://localhost:" + port + "/actuator/health/locks");
		assertThat(HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()))
			.satisfies((answer) -> {
				assertThat(answer.statusCode()).isEqualTo(200);
				assertThat(answer.body()).contains("\"UP\"", "H2", "distributed_lock");
			});
	}

}
