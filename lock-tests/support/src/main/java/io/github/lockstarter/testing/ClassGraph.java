package io.github.lockstarter.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/**
 * Which classes of a module know which others. Nested classes count as part of their
 * top-level class.
 */
public final class ClassGraph {

	/** By class, which others it knows, directly or by way of others. */
	private final Map<String, Set<String>> reached = new HashMap<>();

	private ClassGraph(String room) {
		for (JavaClass each : new ClassFileImporter().importPath(Path.of("target", "classes"))) {
			if (each.getPackageName().startsWith(room)) {
				add(each, room);
			}
		}
		close();
	}

	/**
	 * The main classes of the module whose tests run.
	 * @param room the package, with those below it
	 * @return their graph
	 */
	public static ClassGraph ofThisModule(String room) {
		return new ClassGraph(room);
	}

	private void add(JavaClass type, String room) {
		Set<String> known = this.reached.computeIfAbsent(topLevel(type), (name) -> new HashSet<>());
		type.getDirectDependenciesFromSelf()
			.stream()
			.map((dependency) -> dependency.getTargetClass())
			.filter((target) -> target.getPackageName().startsWith(room))
			.map(ClassGraph::topLevel)
			.filter((name) -> !name.equals(topLevel(type)))
			.forEach(known::add);
	}

	private void close() {
		int before;
		do {
			before = size();
			this.reached.values()
				.forEach((known) -> List.copyOf(known)
					.forEach((name) -> known.addAll(this.reached.getOrDefault(name, Set.of()))));
		}
		while (size() > before);
	}

	private int size() {
		return this.reached.values().stream().mapToInt(Set::size).sum();
	}

	private static String topLevel(JavaClass type) {
		return type.getName().replaceAll("\\$.*", "");
	}

	/**
	 * The classes that reach each other.
	 * @return each such group once, the largest first
	 */
	public List<Set<String>> knots() {
		Set<Set<String>> knots = new HashSet<>();
		this.reached.forEach((name, known) -> {
			Set<String> knot = new TreeSet<>(Set.of(name));
			known.stream()
				.filter((other) -> this.reached.getOrDefault(other, Set.of()).contains(name))
				.forEach(knot::add);
			if (knot.size() > 1) {
				knots.add(knot);
			}
		});
		List<Set<String>> sorted = new ArrayList<>(knots);
		sorted.sort(Comparator.comparingInt((Set<String> knot) -> knot.size()).reversed());
		return sorted;
	}

	/**
	 * The share of all classes that a class reaches on average.
	 * @return from 0 to 1
	 */
	public double propagation() {
		int classes = this.reached.size();
		return (double) size() / classes / classes;
	}

}
