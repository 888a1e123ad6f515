package io.github.lockstarter.jvm;

import java.time.Duration;

import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderEvent;
import io.github.lockstarter.leader.LeadershipGrantedEvent;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;

/**
 * Takes part in an election, and says when it becomes the leader or ceases to be, until
 * it is told to stop. Arguments: port, role, lease in ms.
 */
final class LeadingChild {

	private LeadingChild() {
	}

	public static void main(String[] arguments) throws Exception {
		RedisTarget redis = RedisTarget.at(RedisURI.create("redis://127.0.0.1:" + arguments[0]));
		try (DefaultLockClient client = ChildLocks.client(redis, Duration.ofMillis(Long.parseLong(arguments[2])))) {
			LeaderElection election = new LeaderElection(client, arguments[1], LeadingChild::say);
			election.start();
			System.out.println("READY");
			System.in.read();
			election.stop().toCompletableFuture().join();
		}
		System.out.println("DONE");
	}

	private static void say(LeaderEvent event) {
		System.out.println(((event instanceof LeadershipGrantedEvent) ? "LEADS " : "ENDS ") + event.fencingToken());
	}

}
