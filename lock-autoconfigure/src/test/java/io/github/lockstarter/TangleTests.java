package io.github.lockstarter;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the classes of the engine apart: hardly any of them reach each other, and each
 * reaches few. Nested classes count as part of their top-level class.
 */
class TangleTests {

	private static final String ENGINE = "io.github.lockstarter.core";

	/** By class, which others it knows, directly or by way of others. */
	private final Map<String, Set<String>> reached = reached();

	private static Map<String, Set<String>> reached() {
		Map<String, Set<String>> reached = new HashMap<>();
		for (JavaClass each : new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages(ENGINE)) {
			Set<String> known = reached.computeIfAbsent(topLevel(each), (name) -> new HashSet<>());
			each.getDirectDependenciesFromSelf()
				.stream()
				.map((dependency) -> topLevel(dependency.getTargetClass()))
				.filter((name) -> name.startsWith(ENGINE + "."))
				.forEach(known::add);
		}
		int before;
		do {
			before = size(reached);
			reached.values()
				.forEach((known) -> List.copyOf(known)
					.forEach((name) -> known.addAll(reached.getOrDefault(name, Set.of()))));
		}
		while (size(reached) > before);
		return reached;
	}

	private static int size(Map<String, Set<String>> reached) {
		return reached.values().stream().mapToInt(Set::size).sum();
	}

	private static String topLevel(JavaClass type) {
		return type.getName().replaceAll("\\$.*", "");
	}

	@Test
	void atMostThreeClassesReachEachOther() {
		assertThat(this.reached).isNotEmpty().allSatisfy((name, known) -> {
			List<String> knot = known.stream().filter((other) -> this.reached.get(other).contains(name)).toList();
			assertThat(knot).hasSizeLessThanOrEqualTo(3);
		});
	}

	@Test
	void aClassReachesAQuarterOfTheOthersOnAverage() {
		int classes = this.reached.size();
		assertThat((double) size(this.reached) / classes / classes).isLessThanOrEqualTo(0.25);
	}

}
