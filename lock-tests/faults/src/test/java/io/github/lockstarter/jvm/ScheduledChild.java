package io.github.lockstarter.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * An application with a job that is due every two seconds, on a machine whose clock is
 * late. The job takes no time, and notes for which of its turns it has run.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
class ScheduledChild {

	static final long PERIOD_MILLIS = 2000;

	public static void main(String[] arguments) {
		SpringApplication.run(ScheduledChild.class, "--spring.data.redis.port=" + arguments[0],
				"--file=" + arguments[1], "--late=" + arguments[2], "--least=" + arguments[3], "--key=" + arguments[4],
				"--spring.main.web-application-type=none", "--spring.main.banner-mode=off");
		System.out.println("READY");
	}

	@Bean
	Job job(@Value("${file}") Path file) {
		return new Job(file);
	}

	@Bean
	Clock clock(Job job, @Value("${late}") long late) {
		return new Clock(job, late);
	}

	static class Clock {

		private final Job job;

		private final long late;

		Clock(Job job, long late) {
			this.job = job;
			this.late = late;
		}

		@Scheduled(cron = "*/2 * * * * *")
		void tick() {
			long turn = (System.currentTimeMillis() + PERIOD_MILLIS / 2) / PERIOD_MILLIS;
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(this.late));
			this.job.run(turn, System.currentTimeMillis());
		}

	}

	static class Job {

		private final Path file;

		Job(Path file) {
			this.file = file;
		}

		@DistributedLock(key = "${key}", waitTime = 0, minHoldString = "${least}", failStrategy = LockFailStrategy.SKIP)
		public void run(long turn, long dueAt) {
			try {
				Files.writeString(this.file, turn + " " + dueAt + " " + System.currentTimeMillis() + "\n",
						StandardOpenOption.APPEND);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
