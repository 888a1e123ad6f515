package io.github.lockstarter.sample.storm;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The size of the storm.
 *
 * @param onStart Whether to run it at start-up, in both modes
 * @param orders How many orders to place
 * @param processes How many processes work them off; each gets every order
 * @param threads How many threads each process has
 * @param leaseTime The lease of all locks in a storm that is watched
 * @param freezeTime How long a process stands still that is frozen; longer than its lease
 */
@ConfigurationProperties("sample.storm")
public record StormProperties(boolean onStart, int orders, int processes, int threads, Duration leaseTime,
		Duration freezeTime) {
}
