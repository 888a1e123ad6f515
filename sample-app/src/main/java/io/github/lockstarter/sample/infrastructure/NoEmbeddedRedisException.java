package io.github.lockstarter.sample.infrastructure;

class NoEmbeddedRedisException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	NoEmbeddedRedisException(Throwable cause) {
		super("There is no embedded Redis for this platform", cause);
	}

}
