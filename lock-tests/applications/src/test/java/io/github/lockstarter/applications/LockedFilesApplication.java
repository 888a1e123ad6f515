package io.github.lockstarter.applications;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.file.dsl.FileInboundChannelAdapterSpec;
import org.springframework.integration.file.filters.AcceptAllFileListFilter;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * A node that polls a directory, and lists the files that it has handled.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableIntegration
class LockedFilesApplication {

	@Bean
	LockedFiles lockedFiles(LockRegistry<?> locks) {
		return new LockedFiles(locks);
	}

	@Bean
	IntegrationFlow fileFlow(LockedFiles locks, @Value("${files.inbox}") File inbox,
			@Value("${files.handled}") Path handled) {
		FileInboundChannelAdapterSpec files = org.springframework.integration.file.dsl.Files.inboundAdapter(inbox)
			.filter(new AcceptAllFileListFilter<>())
			.scanEachPoll(true)
			.locker(locks);
		return IntegrationFlow.from(files, (adapter) -> adapter.poller((poller) -> poller.fixedDelay(1)))
			.handle(File.class, (file, headers) -> {
				try {
					handle(file, handled);
				}
				finally {
					locks.unlock(file);
				}
				return null;
			})
			.get();
	}

	private static void handle(File file, Path handled) {
		try {
			Files.writeString(handled, file.getName() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
			Files.delete(file.toPath());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
