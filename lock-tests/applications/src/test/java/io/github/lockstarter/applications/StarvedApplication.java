package io.github.lockstarter.applications;

import java.io.IOException;

import io.github.lockstarter.LockClient;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Takes its first lock as soon as it has started, and says so.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StarvedApplication {

	/** Its log is passed over by whoever waits for this. */
	static final String LOCKED = "locked";

	public static void main(String[] arguments) throws IOException {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(StarvedApplication.class)
			.web(WebApplicationType.NONE)
			.run("--spring.data.redis.port=" + arguments[0])) {
			context.getBean(LockClient.class).lock("starved").acquire().close();
			System.out.println(LOCKED);
			// until it is killed
			System.in.read();
		}
	}

}
