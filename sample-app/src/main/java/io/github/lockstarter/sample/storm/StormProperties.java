package io.github.lockstarter.sample.storm;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The size of the storm.
 *
 * @param onStart Whether to run it at start-up, without the locks and with all of them
 * @param orders Number of orders to place
 * @param processes Number of processes that handle them; each gets every order
 * @param threads Number of threads of each process
 * @param leaseTime Lease of all locks in a storm that is watched
 * @param freezeTime Time for which a process is frozen; longer than its lease
 */
@ConfigurationProperties("sample.storm")
public record StormProperties(boolean onStart, int orders, int processes, int threads, Duration leaseTime,
		Duration freezeTime) {
}
