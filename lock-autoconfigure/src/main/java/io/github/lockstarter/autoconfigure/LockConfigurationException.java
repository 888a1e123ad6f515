package io.github.lockstarter.autoconfigure;

/**
 * The configuration of the application does not allow locks.
 */
class LockConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String description;

	private final String action;

	LockConfigurationException(String description, String action) {
		super(description + " " + action);
		this.description = description;
		this.action = action;
	}

	static LockConfigurationException property(String name, String value, String reason, String action) {
		return new LockConfigurationException("The property '" + name + "' is '" + value + "', but " + reason + ".",
				action);
	}

	static LockConfigurationException group(String prefix, IllegalArgumentException cause) {
		return new LockConfigurationException("The properties under '" + prefix + "' can't work: " + cause.getMessage(),
				"Correct them, or leave them out.");
	}

	String getDescription() {
		return this.description;
	}

	String getAction() {
		return this.action;
	}

}
