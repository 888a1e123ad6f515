package io.github.lockstarter.integration;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.event.AbstractLeaderEvent;

/**
 * What a node was told of its leadership.
 */
class Elections {

	private final List<AbstractLeaderEvent> events = new CopyOnWriteArrayList<>();

	@EventListener
	void add(AbstractLeaderEvent event) {
		this.events.add(event);
	}

	List<AbstractLeaderEvent> events() {
		return this.events;
	}

}
