package io.github.lockstarter.reactive;

import java.util.Objects;

import io.github.lockstarter.aop.AsynchronousResult;
import io.github.lockstarter.aop.LockedCall;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Publishers: each subscription calls the method again, under a lock of its own.
 */
public final class ReactiveResult implements AsynchronousResult {

	private final ReactiveAdapterRegistry adapters = ReactiveAdapterRegistry.getSharedInstance();

	/**
	 * Create the family.
	 */
	public ReactiveResult() {
	}

	@Override
	public boolean includes(Class<?> type) {
		return this.adapters.getAdapter(type) != null;
	}

	@Override
	public boolean makes(Class<?> type) {
		return type.isAssignableFrom(adapter(type).getReactiveType());
	}

	@Override
	public Object call(LockedCall call) {
		ReactiveAdapter adapter = adapter(call.returnType());
		Flux<Object> locked = new ReactiveCall(call, adapter).locked();
		return adapter.fromPublisher(adapter.isMultiValue() ? locked : locked.singleOrEmpty());
	}

	@Override
	public @Nullable Object of(Class<?> type, @Nullable Object value) {
		ReactiveAdapter adapter = adapter(type);
		return (value != null && adapter.isNoValue()) ? null : adapter.fromPublisher(Mono.justOrEmpty(value));
	}

	@Override
	public boolean mayBeEmpty(Class<?> type) {
		return adapter(type).supportsEmpty();
	}

	private ReactiveAdapter adapter(Class<?> type) {
		return Objects.requireNonNull(this.adapters.getAdapter(type));
	}

}
