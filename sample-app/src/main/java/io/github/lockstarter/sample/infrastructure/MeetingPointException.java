package io.github.lockstarter.sample.infrastructure;

class MeetingPointException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	MeetingPointException(String message) {
		super(message);
	}

}
