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
	// for Lettuce, whose module does not say what it requires
	requires io.netty.resolver.dns;
	requires jdk.net;

	exports io.github.lockstarter.store.redis;

}
