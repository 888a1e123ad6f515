package io.github.lockstarter.faults.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;

/**
 * The events of several processes, in the order of time.
 *
 * @param events the events
 */
public record History(List<Event> events) {

	static final String SUFFIX = ".history";

	public History {
		events = events.stream().sorted(Comparator.comparingLong(Event::nanos)).toList();
	}

	/**
	 * Collect what the processes had written by now. What they write meanwhile is left
	 * out, so that files that are read one after the other fit together; so is the last
	 * line of a killed one, if it is incomplete.
	 * @param directory where they write
	 * @return the history
	 */
	public static History read(Path directory) {
		long now = System.nanoTime();
		List<Event> events = new ArrayList<>();
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(SUFFIX)).toList()) {
				String text = Files.readString(file);
				text.substring(0, text.lastIndexOf('\n') + 1)
					.lines()
					.map(Event::parse)
					.filter((event) -> event.nanos() <= now)
					.forEach(events::add);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new History(events);
	}

	public Set<String> locks() {
		return this.events.stream().map(Event::lock).collect(Collectors.toCollection(TreeSet::new));
	}

	public History of(String lock) {
		return of(Set.of(lock));
	}

	public History of(Set<String> locks) {
		return new History(this.events.stream().filter((event) -> locks.contains(event.lock())).toList());
	}

	/**
	 * The events in which a lock was taken from free.
	 * @return the grants
	 */
	public Stream<Event> grants() {
		return this.events.stream().filter((event) -> event.depth() == 1 && event.is(Operation.ACQUIRE, Outcome.OK));
	}

	/**
	 * When the last thing happened.
	 */
	long end() {
		return this.events.isEmpty() ? Long.MIN_VALUE : this.events.get(this.events.size() - 1).nanos();
	}

	/**
	 * Find the calls that were made and never returned.
	 * @param processes whose calls to look at
	 * @return the last event of each of them
	 */
	public List<Event> unanswered(Set<Long> processes) {
		Map<String, Event> open = new LinkedHashMap<>();
		this.events.stream().filter((event) -> processes.contains(event.process())).forEach((event) -> {
			String call = event.holder() + " " + event.operation() + event.depth();
			if (event.outcome() == Outcome.INVOKE) {
				open.put(call, event);
			}
			else {
				open.remove(call);
			}
		});
		return List.copyOf(open.values());
	}

	/**
	 * Find the threads that asked for a lock, or still waited for it, from a moment on,
	 * and were not granted it.
	 * @param processes whose threads to look at
	 * @param nanos grants after this moment count
	 * @return their names
	 */
	public Set<String> unserved(Set<Long> processes, long nanos) {
		Set<String> waiting = new TreeSet<>();
		Set<String> unserved = new TreeSet<>();
		this.events.stream()
			.filter((event) -> event.operation() == Operation.ACQUIRE && processes.contains(event.process()))
			.forEach((event) -> {
				if (event.outcome() == Outcome.INVOKE) {
					waiting.add(thread(event));
				}
				else {
					waiting.remove(thread(event));
				}
				if (event.nanos() - nanos > 0) {
					unserved.add(thread(event));
				}
			});
		unserved.addAll(waiting);
		grants().filter((grant) -> grant.nanos() - nanos > 0).forEach((grant) -> unserved.remove(thread(grant)));
		return unserved;
	}

	private static String thread(Event event) {
		return event.process() + "/" + event.thread();
	}

	static long process(String holder) {
		return Long.parseLong(holder.substring(0, holder.indexOf('/')));
	}

	/**
	 * When a lock was next granted that was asked for or waited for at a moment.
	 * @param nanos the moment
	 * @return the time of the first grant after it
	 */
	public OptionalLong firstGrantAfter(long nanos) {
		return firstAfter(nanos, grants());
	}

	/**
	 * When a lock was next granted to one that wanted it alone.
	 * @param nanos the moment
	 * @return the time of the first such grant after it
	 */
	public OptionalLong firstGrantAloneAfter(long nanos) {
		return firstAfter(nanos, grants().filter((grant) -> grant.permits() == 0));
	}

	private static OptionalLong firstAfter(long nanos, Stream<Event> grants) {
		return grants.mapToLong(Event::nanos).filter((at) -> at - nanos > 0).findFirst();
	}

}
