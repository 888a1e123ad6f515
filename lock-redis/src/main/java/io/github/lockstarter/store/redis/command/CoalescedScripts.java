package io.github.lockstarter.store.redis.command;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Acquisitions and releases of a burst that one script runs in their order, which takes
 * Redis and the client much less than a script for each. Those that it can't answer are
 * sent alone, so that the trouble of one does not affect the others.
 */
final class CoalescedScripts {

	/** Redis serves nobody else meanwhile. */
	private static final int LARGEST = 32;

	private static final int TOLD_AT_ONCE = 4;

	private final WriteCoalescer coalescer;

	private final Script.Text text;

	private final List<ScriptCommand<?>> members;

	private CoalescedScripts(WriteCoalescer coalescer, Script.Text text, List<ScriptCommand<?>> members) {
		this.coalescer = coalescer;
		this.text = text;
		this.members = members;
	}

	/**
	 * The commands of a burst, with one in place of those that follow each other and can
	 * be joined.
	 * @param text the script that runs them
	 */
	static List<ScriptCommand<?>> join(WriteCoalescer coalescer, Script.Text text, List<ScriptCommand<?>> commands) {
		List<ScriptCommand<?>> joined = new ArrayList<>();
		int from = 0;
		while (from < commands.size()) {
			int to = from;
			while (to < commands.size() && to - from < LARGEST && commands.get(to).mayJoin(commands.get(from))) {
				to++;
			}
			boolean several = to - from > 1;
			joined.add(several
					? new CoalescedScripts(coalescer, text, commands.subList(from, to)).command(CommandType.EVALSHA)
					: commands.get(from));
			from = several ? to : from + 1;
		}
		return joined;
	}

	private ScriptCommand<?> command(CommandType how) {
		int count = this.members.size();
		String[] keys = new String[count];
		StringBuilder letters = new StringBuilder(count);
		int filled = 2;
		for (ScriptCommand<?> member : this.members) {
			letters.append(member.joining().letter());
			filled += member.joining().arguments();
		}
		String[] arguments = new String[filled];
		arguments[0] = this.members.get(0).channels();
		arguments[1] = letters.toString();
		filled = 2;
		for (int i = 0; i < count; i++) {
			keys[i] = this.members.get(i).key();
			filled += this.members.get(i).copyTo(arguments, filled);
		}
		Output answers = new Output(this.members);
		ScriptCommand<Void> command = new ScriptCommand<>(how, answers, this.text.sent(how), keys, arguments);
		command.onComplete((nothing, failure) -> ended(how, answers.missing, failure));
		return command;
	}

	private void ended(CommandType how, List<ScriptCommand<?>> unanswered, @Nullable Throwable failure) {
		if (failure == null) {
			answered(unanswered);
			this.coalescer.sendAlone(unanswered);
		}
		else if (!RedisErrors.isAnswer(failure)) {
			this.members.forEach((member) -> member.completeExceptionally(failure));
		}
		else if (how == CommandType.EVALSHA && Script.isMissing(failure)) {
			sendInFull();
		}
		else {
			refused(failure);
			this.coalescer.sendAlone(this.members);
		}
	}

	/** A command that was given up meanwhile may be over already. */
	private void sendInFull() {
		List<ScriptCommand<?>> wanted = this.members.stream().filter((member) -> !member.isDone()).toList();
		if (!wanted.isEmpty()) {
			this.coalescer
				.sendAlone(List.of(new CoalescedScripts(this.coalescer, this.text, wanted).command(CommandType.EVAL)));
		}
	}

	/**
	 * The next requests of those that are told first are sent before the last are told:
	 * Redis would have nothing to do otherwise.
	 */
	private void answered(List<ScriptCommand<?>> unanswered) {
		int told = 0;
		for (ScriptCommand<?> member : this.members) {
			if (unanswered.contains(member)) {
				continue;
			}
			member.complete();
			if (++told % TOLD_AT_ONCE == 0) {
				this.coalescer.write();
			}
		}
	}

	/**
	 * It may be one key that is forbidden, or a proxy that wants all keys in one slot.
	 */
	private void refused(Throwable failure) {
		if (RedisErrors.isRefusal(failure)) {
			this.coalescer.stopCoalescing();
		}
	}

	/** Gives each command its answer. */
	private static final class Output extends CommandOutput<String, String, Void> {

		private final List<ScriptCommand<?>> members;

		private final List<ScriptCommand<?>> missing = new ArrayList<>();

		private int next;

		Output(List<ScriptCommand<?>> members) {
			super(StringCodec.UTF8, null);
			this.members = members;
		}

		@Override
		public void set(ByteBuffer bytes) {
			ScriptCommand<?> member = this.members.get(this.next++);
			if (bytes.hasRemaining()) {
				member.getOutput().set(bytes);
			}
			else {
				this.missing.add(member);
			}
		}

	}

}
