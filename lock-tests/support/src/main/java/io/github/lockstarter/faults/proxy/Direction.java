package io.github.lockstarter.faults.proxy;

/**
 * Which way a frame goes.
 */
public enum Direction {

	/**
	 * From the client to Redis.
	 */
	REQUESTS,

	/**
	 * From Redis to the client.
	 */
	REPLIES

}
