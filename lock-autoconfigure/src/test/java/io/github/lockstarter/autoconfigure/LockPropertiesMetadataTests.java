package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.UrlResource;

import static org.assertj.core.api.Assertions.assertThat;

class LockPropertiesMetadataTests {

	@Test
	void everyPropertyIsDescribed() throws IOException {
		assertThat(properties()).hasSizeGreaterThan(8).allSatisfy((property) -> {
			assertThat(property.get("name")).asString().startsWith("distributed-lock.");
			assertThat(property.get("description")).as("description of %s", property.get("name"))
				.asString()
				.matches("(?s)(?!The |A ).+\\.");
			if ("java.lang.Boolean".equals(property.get("type"))) {
				assertThat(property.get("description")).asString().startsWith("Whether");
			}
		});
	}

	@Test
	void theDefaultsAreTold() throws IOException {
		assertThat(properties()).filteredOn((property) -> property.containsKey("defaultValue"))
			.extracting((property) -> property.get("name") + "=" + property.get("defaultValue"))
			.contains("distributed-lock.drain-timeout=20s", "distributed-lock.enabled=true",
					"distributed-lock.key-prefix=lock:", "distributed-lock.lease-time=30s",
					"distributed-lock.local-handover.max-passes=64", "distributed-lock.local-handover.max-time=20ms",
					"distributed-lock.renewal.enabled=true", "distributed-lock.store=redis",
					"distributed-lock.wait-time=10s");
	}

	private static List<Map<String, Object>> properties() throws IOException {
		String classes = LockProperties.class.getProtectionDomain().getCodeSource().getLocation().toString();
		String json = new UrlResource(classes + "META-INF/spring-configuration-metadata.json")
			.getContentAsString(StandardCharsets.UTF_8);
		return JsonPath.read(json, "$.properties");
	}

}
