package io.github.lockstarter.actuate;

import java.util.function.Supplier;

import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.LocksEndpoint.Scope;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The {@link LocksEndpoint} over HTTP, with a status and a sentence for each failure.
 * Thread-safe.
 */
@EndpointWebExtension(endpoint = LocksEndpoint.class)
@RegisterReflectionForBinding(LocksEndpointWebExtension.Problem.class)
public class LocksEndpointWebExtension {

	private static final int FORBIDDEN = 403;

	private static final int CONFLICT = 409;

	private final LocksEndpoint endpoint;

	/**
	 * Create the extension.
	 * @param endpoint the endpoint
	 */
	public LocksEndpointWebExtension(LocksEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * List locks.
	 * @param scope the locks to list: {@code instance} or {@code store}
	 * @param cursor the cursor of the page
	 * @param count about how many records to examine
	 * @return the locks; 400 if a parameter is invalid, 503 if the store does not answer
	 */
	@ReadOperation
	@SuppressWarnings("deprecation") // Spring Boot 3 knows an optional parameter by it
	public WebEndpointResponse<Object> locks(@org.springframework.lang.Nullable @Nullable String scope,
			@org.springframework.lang.Nullable @Nullable String cursor,
			@org.springframework.lang.Nullable @Nullable String count) {
		return answer(() -> this.endpoint.locks(Scope.of(scope), cursor, number(count)));
	}

	private static @Nullable Integer number(@Nullable String count) {
		try {
			return (count == null || count.isEmpty()) ? null : Integer.valueOf(count);
		}
		catch (NumberFormatException ex) {
			throw LocksEndpoint.noCount(count);
		}
	}

	/**
	 * Inspect a lock.
	 * @param key its key
	 * @return the lock; 503 if the store does not answer
	 */
	@ReadOperation
	public WebEndpointResponse<Object> lock(@Selector(match = Match.ALL_REMAINING) String... key) {
		return answer(() -> this.endpoint.lock(key));
	}

	/**
	 * Take a lock from its holder, who has to be named: what has changed hands is not
	 * stuck, and a form of another site does not know its token.
	 * @param caller who asks
	 * @param key its key
	 * @param token the fencing token of the holder; 0 for those that share the lock
	 * @return what happened; 400 without a token, 403 if that is switched off, 409 if
	 * that holder no longer has the lock, 503 if the store did not answer
	 */
	@DeleteOperation
	@SuppressWarnings("deprecation") // Spring Boot 3 knows an optional parameter by it
	public WebEndpointResponse<Object> release(SecurityContext caller,
			@Selector(match = Match.ALL_REMAINING) String[] key,
			@org.springframework.lang.Nullable @Nullable String token) {
		if (!this.endpoint.mayForceRelease()) {
			return new WebEndpointResponse<>(this.endpoint.release(caller, key, null), FORBIDDEN);
		}
		WebEndpointResponse<Object> answer = answer(() -> this.endpoint.release(caller, key, token(token)));
		return (answer.getBody() instanceof ForcedRelease release && !release.released())
				? new WebEndpointResponse<>(release, CONFLICT) : answer;
	}

	private static Long token(@Nullable String token) {
		try {
			return Long.valueOf((token != null) ? token : "");
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("Nothing was released: say who is to lose the lock, by '?token='"
					+ " and the fencing token that its holder has on record; 0 if the lock is shared.");
		}
	}

	private static WebEndpointResponse<Object> answer(Supplier<Object> action) {
		try {
			return new WebEndpointResponse<>(action.get());
		}
		catch (LockKeyException | IllegalArgumentException ex) {
			return problem(ex, WebEndpointResponse.STATUS_BAD_REQUEST);
		}
		catch (LockUnavailableException ex) {
			return problem(ex, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

	private static WebEndpointResponse<Object> problem(RuntimeException ex, int status) {
		return new WebEndpointResponse<>(new Problem(String.valueOf(ex.getMessage())), status);
	}

	/**
	 * A failure.
	 *
	 * @param message what went wrong, in a sentence
	 */
	public record Problem(String message) {
	}

}
