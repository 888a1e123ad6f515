package io.github.lockstarter.applications;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands for a service outside, which all instances reach.
 */
class ReportSender {

	private final List<String> sent = new CopyOnWriteArrayList<>();

	void send(String report) {
		this.sent.add(report);
	}

	List<String> sent() {
		return Collections.unmodifiableList(this.sent);
	}

}
