package io.github.lockstarter.store.redis.versions;

import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Errors that can be put into the scripts of layout 4.
 */
enum ScriptError implements UnaryOperator<String> {

	/** Whoever wants a share of a lock that is shared gets it. */
	CAPACITY_NOT_COUNTED("owner == shared and permits and in_use + permits <= capacity", "owner == shared and permits"),

	/**
	 * A newer acquisition of the instance that has finished hides one that still holds.
	 */
	MARK_BEFORE_RECORD("local had = holding(id)\n  if had",
			"if finished(sequence) then return finished(sequence) end\n  local had = holding(id)\n  if had"),

	/** A lock that is shared is held until the end of the first share. */
	DEADLINE_NOT_RAISED("in_use + permits, math.max(deadline, ends)",
			"in_use + permits, in_use > 0 and deadline or ends"),

	/** What has finished is not remembered. */
	NO_MARK("local function finish(whose, number, how)",
			"local function finish(whose, number, how)\n  if true then return end"),

	/**
	 * What was asked for before a hold became a share queues, though it holds that share.
	 */
	LATE_QUEUES("local had = holding(id)\n  if had", "local had = permits and holding(id)\n  if had");

	private final String right;

	private final String wrong;

	ScriptError(String right, String wrong) {
		this.right = right;
		this.wrong = wrong;
	}

	@Override
	public String apply(String script) {
		return script.replace(this.right, this.wrong);
	}

	/** Lest an error is not put in. */
	void assertFits(FormerScripts scripts) {
		assertThat(scripts.text("share")).containsOnlyOnce(this.right);
	}

}
