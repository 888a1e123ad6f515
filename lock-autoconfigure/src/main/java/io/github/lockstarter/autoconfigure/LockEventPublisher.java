package io.github.lockstarter.autoconfigure;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.event.GenericApplicationListenerAdapter;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.ResolvableType;

/**
 * Publishes events of locks in an application context. Each acquisition has one, so
 * events without a listener are not published: that would cost more than the lock.
 */
final class LockEventPublisher implements LockEventListener {

	private final ApplicationContext context;

	private volatile Interests interests = new Interests(-1);

	LockEventPublisher(ApplicationContext context) {
		this.context = context;
	}

	@Override
	public boolean isInterested(LockEvent event) {
		int listeners = listeners();
		Interests known = this.interests;
		if (known.listeners != listeners) {
			known = new Interests(listeners);
			this.interests = known;
		}
		Boolean listenedTo = known.types.get(event.getClass());
		return (listenedTo != null) ? listenedTo : known.types.computeIfAbsent(event.getClass(), this::isListenedTo);
	}

	private int listeners() {
		int number = 0;
		for (ApplicationContext at = this.context; at != null; at = at.getParent()) {
			number += listeners(at).size();
		}
		return number;
	}

	/**
	 * If this is unknown, because a listener is just being added or fails, the event is
	 * published.
	 */
	private boolean isListenedTo(Class<?> type) {
		try {
			return findListener(type);
		}
		catch (RuntimeException ex) {
			return true;
		}
	}

	private boolean findListener(Class<?> type) {
		ResolvableType published = ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, type);
		for (ApplicationContext at = this.context; at != null; at = at.getParent()) {
			if (listeners(at).stream().anyMatch((listener) -> adapted(listener).supportsEventType(published))) {
				return true;
			}
		}
		return false;
	}

	private static Collection<ApplicationListener<?>> listeners(@Nullable ApplicationContext context) {
		return (context instanceof AbstractApplicationContext known) ? known.getApplicationListeners() : Set.of();
	}

	private static GenericApplicationListener adapted(ApplicationListener<?> listener) {
		return (listener instanceof GenericApplicationListener generic) ? generic
				: new GenericApplicationListenerAdapter(listener);
	}

	@Override
	public void onLockEvent(LockEvent event) {
		this.context.publishEvent(event);
	}

	/**
	 * The types of events that have a listener, for that number of listeners.
	 */
	private static final class Interests {

		private final int listeners;

		private final Map<Class<?>, Boolean> types = new ConcurrentHashMap<>();

		Interests(int listeners) {
			this.listeners = listeners;
		}

	}

}
