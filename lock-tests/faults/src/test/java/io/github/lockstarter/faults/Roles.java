package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/**
 * Finds the child that holds a lock, or is the first to wait for it, and freezes it in
 * that role: only then is it certain that it still has it.
 */
final class Roles {

	private static final Pattern HOLDING = Pattern.compile(" (\\S+:[1-9]\\d*)@\\d+x\\d+=[^&\\s]*&([^&\\s]+)&");

	private final Arena arena;

	private final RedisCommands<String, String> commands;

	private final String record;

	/** Whose instance is whose: the record names both for the owner only. */
	private final Map<String, String> processes = new HashMap<>();

	private Roles(Arena arena, RedisCommands<String, String> commands) {
		this.arena = arena;
		this.commands = commands;
		this.record = "lock:" + arena.plan().key(0);
	}

	static ChildJvm freezeHolder(Arena arena) {
		return freeze(arena, Roles::holder);
	}

	static ChildJvm freezeHeadWaiter(Arena arena) {
		return freeze(arena, Roles::headWaiter);
	}

	private static ChildJvm freeze(Arena arena, Role role) {
		ChildJvm[] frozen = new ChildJvm[1];
		arena.redis((commands) -> {
			Roles roles = new Roles(arena, commands);
			frozen[0] = await().pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(1))
				.atMost(Duration.ofMinutes(3))
				.until(() -> roles.freeze(() -> role.of(roles)), Optional::isPresent)
				.orElseThrow();
		});
		return frozen[0];
	}

	private Optional<ChildJvm> freeze(Supplier<Optional<String>> role) {
		Optional<String> found = role.get();
		Optional<ChildJvm> child = found.flatMap(this::child);
		child.ifPresent(ChildJvm::pause);
		if (child.isPresent() && !role.get().equals(found)) {
			child.get().resume();
			return Optional.empty();
		}
		return child;
	}

	private Optional<ChildJvm> child(String acquisition) {
		String process = this.processes.get(instance(acquisition));
		return this.arena.children().stream().filter((child) -> ("pid-" + child.pid()).equals(process)).findFirst();
	}

	private static String instance(String acquisition) {
		return acquisition.substring(0, acquisition.indexOf(':'));
	}

	private Optional<String> holder() {
		if (!this.arena.plan().kind().isOfThisProject()) {
			Optional<String> owner = Optional.ofNullable(this.commands.get(this.record))
				.filter((value) -> !value.isEmpty());
			owner.ifPresent((value) -> this.processes.put(instance(value), instance(value)));
			return owner;
		}
		StoredRecord record = StoredRecord.of(this.commands, this.record);
		String owner = record.owner();
		if (!record.holdings().isEmpty()) {
			return anyOfThoseThatShare(record.holdings());
		}
		String process = record.owners().get(1);
		if (owner.isEmpty() || process.isEmpty()) {
			return Optional.empty();
		}
		this.processes.put(instance(owner), process);
		return Optional.of(owner);
	}

	/**
	 * Who has not claimed its share yet has no name, and who has only kept it no number.
	 */
	private Optional<String> anyOfThoseThatShare(String holdings) {
		Matcher holding = HOLDING.matcher(holdings);
		@Nullable String found = null;
		while (holding.find()) {
			found = holding.group(1);
			this.processes.put(instance(found), holding.group(2));
		}
		return Optional.ofNullable(found);
	}

	private Optional<String> headWaiter() {
		holder();
		String queue = StoredRecord.of(this.commands, this.record).queue();
		return queue.isEmpty() ? Optional.empty() : Optional.of(queue.substring(1, queue.indexOf('@')));
	}

	private interface Role {

		Optional<String> of(Roles roles);

	}

}
