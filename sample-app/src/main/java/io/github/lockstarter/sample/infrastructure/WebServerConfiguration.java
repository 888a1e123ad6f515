package io.github.lockstarter.sample.infrastructure;

import java.io.File;
import java.io.IOException;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Gives the web server directories that a JVM that is killed does not leave behind.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
class WebServerConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> directories(Leftovers leftovers) throws IOException {
		File base = leftovers.newDirectory().toFile();
		File documents = leftovers.newDirectory().toFile();
		return (factory) -> {
			factory.setBaseDirectory(base);
			factory.setDocumentRoot(documents);
		};
	}

}
