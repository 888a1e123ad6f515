package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.benchmarks.Trait;
import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.RespFrame;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;

/**
 * Fault of one server, of the network in front of it, or of a holder.
 */
enum ServerFault implements Fault {

	FROZEN("Redis stands still for 3 s (SIGSTOP)",
			lasting(3, (ground) -> ground.redis().pause(), (ground) -> ground.redis().resume())),

	KILLED_WITH_DATA("Redis is killed, and back after 3 s with its data",
			lasting(3, (ground) -> ground.redis().kill(), (ground) -> ground.redis().restart())),

	KILLED_WITHOUT_DATA("Redis is killed, and back after 3 s without its data",
			lasting(3, (ground) -> ground.redis().kill(), (ground) -> ground.redis().restart())),

	CONNECTIONS_CUT("all connections are cut, five times in a second",
			alone((ground) -> Times.repeat(5, Duration.ofMillis(200), ground.network()::reset))),

	BLACK_HOLE("the network lets nothing through for 3 s, both ways", lasting(3, (ground) -> {
		ground.network().blackHole(Direction.REQUESTS);
		ground.network().blackHole(Direction.REPLIES);
	}, (ground) -> ground.network().heal())),

	ATTEMPTS_SWALLOWED("all connections are cut, and the next two are accepted and never answered", alone((ground) -> {
		ground.network().strandNext(2);
		ground.network().reset();
	})),

	DEAF("the connections that have subscribed receive nothing any more; Redis does not notice",
			alone((ground) -> ground.network().strandSubscribers())),

	MESSAGES_LOST("all published messages are lost for 3 s",
			lasting(3, (ground) -> ground.network().dropMessages(1), (ground) -> ground.network().heal())),

	SUBSCRIBERS_KILLED("the connections that have subscribed are killed for 3 s, every 50 ms",
			alone((ground) -> ground.ask((commands) -> {
				Times.repeat(60, Duration.ofMillis(50), () -> commands.clientKill(KillArgs.Builder.typePubsub()));
				return "";
			}))),

	MEMORY_FULL("the memory of Redis is full for 2 s",
			lasting(2, (ground) -> ground.ask((commands) -> commands.configSet("maxmemory", "1")),
					(ground) -> ground.ask((commands) -> commands.configSet("maxmemory", "0")))),

	KEYS_DENIED("no key may be used for 3 s, as while a right is missing by mistake", lasting(3,
			(ground) -> ground.ask((commands) -> commands.aclSetuser("default", AclSetuserArgs.Builder.resetKeys())),
			(ground) -> ground.ask((commands) -> commands.aclSetuser("default", AclSetuserArgs.Builder.allKeys())))),

	LOGINS_REFUSED("all connections are cut, and new ones need a password that nobody has for 3 s",
			alone((ground) -> ground.ask((commands) -> {
				commands.configSet("requirepass", "another");
				ground.network().reset();
				Times.pass(Duration.ofSeconds(3));
				return commands.configSet("requirepass", "");
			}))),

	ERRORS_OF_A_PROXY("a proxy answers each command for a lock by an error of its own for 3 s",
			lasting(3, (ground) -> ground.network().refuse(ServerFault::isForALock, "upstream failure"),
					(ground) -> ground.network().heal())),

	CONNECTIONS_FORGOTTEN("all connections let nothing through any more, as if a firewall had forgotten them",
			alone((ground) -> ground.network().strand())),

	HOLDER_KILLED("the JVM of a holder is killed", (ground, holder) -> holder.get().kill()),

	HOLDER_FROZEN("the JVM of a holder stands still for 7 s, longer than its lease (SIGSTOP)", (ground, holder) -> {
		Holder frozen = holder.get();
		frozen.freeze();
		Times.pass(Duration.ofSeconds(7));
		frozen.resume();
	});

	private final String description;

	@SuppressWarnings("ImmutableEnumChecker")
	private final BiConsumer<ServerGround, Supplier<Holder>> strike;

	ServerFault(String description, BiConsumer<ServerGround, Supplier<Holder>> strike) {
		this.description = description;
		this.strike = strike;
	}

	private static BiConsumer<ServerGround, Supplier<Holder>> alone(Consumer<ServerGround> strike) {
		return (ground, holder) -> strike.accept(ground);
	}

	private static BiConsumer<ServerGround, Supplier<Holder>> lasting(int seconds, Consumer<ServerGround> strike,
			Consumer<ServerGround> heal) {
		return alone((ground) -> {
			strike.accept(ground);
			Times.pass(Duration.ofSeconds(seconds));
			heal.accept(ground);
		});
	}

	private static boolean isForALock(RespFrame command) {
		return !command.isSubscription() && command.words().stream().anyMatch((word) -> word.contains(KEY));
	}

	@Override
	public String ground() {
		return "Server";
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public boolean concerns(Set<Trait> traits) {
		return switch (this) {
			case DEAF, MESSAGES_LOST, SUBSCRIBERS_KILLED -> traits.contains(Trait.SUBSCRIBES);
			default -> true;
		};
	}

	@Override
	public Duration lease() {
		return switch (this) {
			case KEYS_DENIED, LOGINS_REFUSED, ERRORS_OF_A_PROXY, CONNECTIONS_FORGOTTEN -> LONG_LEASE;
			default -> LEASE;
		};
	}

	@Override
	public Stage prepare() {
		ServerGround ground = new ServerGround(this == KILLED_WITH_DATA);
		return new Stage(ground, (holder) -> this.strike.accept(ground, holder));
	}

}
