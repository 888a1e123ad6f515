package io.github.lockstarter.core;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.lockstarter.store.memory.MemoryLockStore;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Records which virtual threads waited without leaving their carrier, in code of this
 * project.
 */
final class PinnedCarriers {

	private static final String EVENT = "jdk.VirtualThreadPinned";

	private PinnedCarriers() {
	}

	static List<RecordedEvent> during(Runnable action) throws IOException {
		Path file = Files.createTempFile("pinned", ".jfr");
		try (Recording recording = new Recording()) {
			recording.enable(EVENT).withoutThreshold().withStackTrace();
			recording.start();
			action.run();
			recording.stop();
			recording.dump(file);
			return RecordingFile.readAllEvents(file).stream().filter(PinnedCarriers::isByUs).toList();
		}
		finally {
			Files.delete(file);
		}
	}

	/**
	 * A class is loaded once and a call linked once, and whoever waits for that is pinned
	 * by the JDK. So is now and then a thread that waits for the map in which the store
	 * in memory works.
	 */
	private static boolean isByUs(RecordedEvent event) {
		return event.getEventType().getName().equals(EVENT) && isIn(event, "io.github.lockstarter")
				&& !isIn(event, ClassLoader.class.getName()) && !isIn(event, MethodType.class.getName())
				&& !isIn(event, MemoryLockStore.class.getName());
	}

	private static boolean isIn(RecordedEvent event, String type) {
		return event.getStackTrace() != null && event.getStackTrace()
			.getFrames()
			.stream()
			.map(RecordedFrame::getMethod)
			.anyMatch((method) -> method.getType().getName().startsWith(type));
	}

}
