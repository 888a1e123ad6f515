/**
 * Distributed locks, whatever store keeps them: the API, the engine, the SPI of stores,
 * and a store in memory.
 */
module io.github.lockstarter {

	requires transitive static org.jspecify;
	requires org.slf4j;

	exports io.github.lockstarter;
	exports io.github.lockstarter.leader;
	exports io.github.lockstarter.store;
	exports io.github.lockstarter.store.memory;
	exports io.github.lockstarter.store.record;

	exports io.github.lockstarter.core to io.github.lockstarter.autoconfigure, io.github.lockstarter.test;
	exports io.github.lockstarter.containment to io.github.lockstarter.autoconfigure, io.github.lockstarter.jdbc,
		io.github.lockstarter.quorum, io.github.lockstarter.redis;

}
