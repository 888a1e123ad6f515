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

	/** Both ways, and what was under way is lost in the end. */
	PARTITION((proxy) -> {
		proxy.blackHole(Direction.REQUESTS);
		proxy.blackHole(Direction.REPLIES);
	}) {

		@Override
		void heal(RespProxy proxy) {
			proxy.reset();
			super.heal(proxy);
		}

	},

	LOST_MESSAGES((proxy) -> proxy.dropMessages(2)),

	/** Something in front of Redis fails, and says so in its own words. */
	ERRORS_OF_A_PROXY((proxy) -> proxy.refuse(RespFrame::isScript, "upstream failure")),

	/** What is in front of Redis does not reach it, and says so like Redis itself. */
	TIME_OUTS_OF_A_PROXY((proxy) -> proxy.refuse(RespFrame::isScript, "ERR Connection timed out")),

	/** Connections are cut and new ones refused, as while a password is changed. */
	REFUSED_LOGINS((proxy) -> {
		proxy.refuse(RespFrame::isLogin, "WRONGPASS invalid username-password pair or user is disabled.");
		proxy.reset();
	}),

	/** What answers at the address is no Redis. */
	OTHER_PROTOCOL(RespProxy::replaceServer),

	RESETS(RespProxy::reset) {

		@Override
		public Runnable strike(Arena arena) {
			return again(arena);
		}

	},

	LOST_REPLIES((proxy) -> proxy.loseReply(1, RespFrame::isScript)) {

		@Override
		public Runnable strike(Arena arena) {
			return again(arena);
		}

	};

	private final Consumer<RespProxy> harm;

	NetworkFault(Consumer<RespProxy> harm) {
		this.harm = harm;
	}

	@Override
	public Runnable strike(Arena arena) {
		arena.network(this.harm);
		return () -> arena.network(this::heal);
	}

	Runnable again(Arena arena) {
		Runnable end = new Repetition(arena, Duration.ofMillis(150), (commands) -> arena.network(this.harm));
		return () -> {
			end.run();
			arena.network(this::heal);
		};
	}

	void heal(RespProxy proxy) {
		proxy.heal();
	}

}
