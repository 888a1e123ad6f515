package io.github.lockstarter.test;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds what needs a test framework apart from what does not.
 */
class KitRoomsTests {

	private static final String ROOT = "io.github.lockstarter.test";

	private static final JavaClasses KIT = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages(ROOT);

	@ParameterizedTest
	@CsvSource({ "org.assertj.., assertj", "org.springframework.., spring",
			"io.github.lockstarter.autoconfigure.., spring", "org.junit.., none", "org.hamcrest.., none" })
	void onlyOneRoomKnowsALibrary(String library, String room) {
		check(noClasses().that()
			.resideOutsideOfPackage(ROOT + "." + room)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(library));
	}

	@Test
	void theRoomsOfLibrariesDoNotKnowEachOther() {
		check(noClasses().that()
			.resideInAPackage(ROOT)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(ROOT + ".assertj", ROOT + ".spring"));
		check(slices().matching(ROOT + ".(*)").should().notDependOnEachOther());
	}

	@Test
	void everyPackageIsNullMarked() {
		assertThat(KIT.stream().map(JavaClass::getPackage).distinct()).hasSize(3)
			.allMatch((room) -> room.isAnnotatedWith(NullMarked.class));
	}

	private static void check(ArchRule rule) {
		rule.check(KIT);
	}

}
