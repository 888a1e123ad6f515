package io.github.lockstarter.sample.live;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.sample.storm.SideWorkRepository;
import io.github.lockstarter.sample.storm.Storm;
import io.github.lockstarter.sample.storm.StormStatus;
import io.github.lockstarter.sample.storm.Strikes;
import io.github.lockstarter.sample.storm.WorkerStatus;
import io.github.lockstarter.sample.storm.Workers;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends changes to all open pages twice a second. While none is open, it sends no
 * requests.
 */
@Component
class LiveFeed {

	private static final Log logger = LogFactory.getLog(LiveFeed.class);

	private final Storm storm;

	private final Workers workers;

	private final Strikes strikes;

	private final LiveRepository repository;

	private final SideWorkRepository sideWork;

	private final LockBoard locks;

	private final Charts charts;

	private final List<SseEmitter> pages = new CopyOnWriteArrayList<>();

	LiveFeed(Storm storm, Workers workers, Strikes strikes, LiveRepository repository, SideWorkRepository sideWork,
			LockBoard locks, Charts charts) {
		this.storm = storm;
		this.workers = workers;
		this.strikes = strikes;
		this.repository = repository;
		this.sideWork = sideWork;
		this.locks = locks;
		this.charts = charts;
	}

	/**
	 * Open a stream of events: {@code charts}, all points so far; then {@code point} and
	 * {@code snapshot}.
	 */
	SseEmitter open() {
		SseEmitter page = new SseEmitter(0L);
		page.onCompletion(() -> this.pages.remove(page));
		page.onError((failure) -> this.pages.remove(page));
		this.pages.add(page);
		send(page, "charts", this.charts.all());
		send(page, "results", this.storm.results());
		return page;
	}

	@Scheduled(fixedDelay = 500)
	void tell() {
		if (this.pages.isEmpty()) {
			return;
		}
		try {
			StormStatus status = this.storm.status();
			this.charts.look(status).ifPresent((point) -> sendAll("point", point));
			sendAll("snapshot", snapshot(status));
			sendAll("results", this.storm.results());
		}
		catch (LockUnavailableException | DataAccessException ex) {
			logger.info("The page gets no updates: " + ex.getMessage());
		}
	}

	@EventListener(ContextClosedEvent.class)
	void close() {
		this.pages.forEach(SseEmitter::complete);
		this.pages.clear();
	}

	Snapshot snapshot(StormStatus status) {
		List<WorkerStatus> workers = this.workers.status();
		this.workers.look();
		return new Snapshot(status, this.repository.orders(), this.repository.items(), this.sideWork.measure(),
				this.locks.look(workers), workers, this.strikes.latest(), this.strikes.canFreeze());
	}

	private void sendAll(String event, Object data) {
		this.pages.forEach((page) -> send(page, event, data));
	}

	private void send(SseEmitter page, String event, Object data) {
		try {
			page.send(SseEmitter.event().name(event).data(data));
		}
		catch (IOException | IllegalStateException ex) {
			this.pages.remove(page);
		}
	}

}
