package io.github.lockstarter.sample;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers contention and undone work with 409 (try again), and an unavailable Redis with
 * 503. Clients get fixed texts, since the messages of the exceptions name keys and
 * addresses.
 */
@RestControllerAdvice
class LockFailureAdvice {

	private static final Log logger = LogFactory.getLog(LockFailureAdvice.class);

	@ExceptionHandler
	ProblemDetail handle(LockNotAcquiredException ex) {
		logger.info("A request was refused: " + ex.getMessage());
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "This is being processed, try again.");
	}

	@ExceptionHandler({ LockLostException.class, OptimisticLockingFailureException.class })
	ProblemDetail handleLoss(RuntimeException ex) {
		logger.warn("A request was undone", ex);
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "This was undone, try again.");
	}

	@ExceptionHandler
	ProblemDetail handle(LockUnavailableException ex) {
		logger.error("A request failed, since no lock can be taken", ex);
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Try again later.");
	}

}
