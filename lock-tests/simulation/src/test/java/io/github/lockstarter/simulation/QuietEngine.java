package io.github.lockstarter.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.slf4j.LoggerFactory;

/**
 * Tests that run the engine thousands of times, and don't want to read what it logs.
 */
abstract class QuietEngine {

	private final Logger engine = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private Level level;

	@BeforeEach
	void silence() {
		this.level = this.engine.getLevel();
		this.engine.setLevel(Level.OFF);
	}

	@AfterEach
	void unsilence() {
		this.engine.setLevel(this.level);
	}

}
