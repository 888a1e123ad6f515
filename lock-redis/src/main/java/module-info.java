/**
 * The store of locks in Redis, on Lettuce.
 */
module io.github.lockstarter.redis {

	requires transitive io.github.lockstarter;
	requires transitive lettuce.core;
	requires static org.jspecify;
	requires io.netty.buffer;
	requires io.netty.common;
	requires io.netty.handler;
	requires io.netty.transport;
	requires org.slf4j;

	exports io.github.lockstarter.store.redis;

}
