package io.github.lockstarter.sample.live;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
class LiveController {

	private final LiveFeed feed;

	LiveController(LiveFeed feed) {
		this.feed = feed;
	}

	@GetMapping(path = "/live", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	SseEmitter live() {
		return this.feed.open();
	}

}
