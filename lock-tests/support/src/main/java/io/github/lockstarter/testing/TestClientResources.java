package io.github.lockstarter.testing;

import io.lettuce.core.resource.ClientResources;

/**
 * The threads that all Lettuce clients of the tests share, which makes a client cheap.
 */
public final class TestClientResources {

	private static final ClientResources SHARED = ClientResources.create();

	private TestClientResources() {
	}

	public static ClientResources shared() {
		return SHARED;
	}

}
