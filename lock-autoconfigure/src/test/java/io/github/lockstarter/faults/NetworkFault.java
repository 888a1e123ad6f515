package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.function.Consumer;

import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.RespFrame;
import io.github.lockstarter.faults.proxy.RespProxy;

/**
 * What happens to the network between the children and Redis.
 */
enum NetworkFault implements Nemesis {

	SLOW((proxy) -> {
		proxy.delay(Direction.REQUESTS, Duration.ofMillis(40));
		proxy.delay(Direction.REPLIES, Duration.ofMillis(40));
	}),

	BLACK_HOLE_FOR_REQUESTS((proxy) -> proxy.blackHole(Direction.REQUESTS)),

	BLACK_HOLE_FOR_REPLIES((proxy) -> proxy.blackHole(Direction.REPLIES)),

	PARTITION((proxy) -> {
		proxy.blackHole(Direction.REQUESTS);
		proxy.blackHole(Direction.REPLIES);
	}),

	RESET(RespProxy::reset),

	LOST_REPLY((proxy) -> proxy.loseReply(1, RespFrame::isScript)),

	LOST_MESSAGES((proxy) -> proxy.dropMessages(2));

	private final Consumer<RespProxy> harm;

	NetworkFault(Consumer<RespProxy> harm) {
		this.harm = harm;
	}

	@Override
	public Runnable strike(Arena arena) {
		this.harm.accept(arena.proxy());
		return arena.proxy()::heal;
	}

}
