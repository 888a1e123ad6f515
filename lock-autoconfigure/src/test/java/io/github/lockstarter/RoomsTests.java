package io.github.lockstarter;

import java.nio.file.Path;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the rooms of the Spring side apart: which package may know which other one.
 */
class RoomsTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses LIBRARY = new ClassFileImporter().importPath(Path.of("target", "classes"));

	@Test
	void importsRunDownwardsOnly() {
		LayeredArchitecture rooms = layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("aop")
			.definedBy(ROOT + ".aop")
			.layer("transaction")
			.definedBy(ROOT + ".transaction")
			.layer("reactive")
			.definedBy(ROOT + ".reactive")
			.layer("reactive transaction")
			.definedBy(ROOT + ".reactive.transaction")
			.layer("web")
			.definedBy(ROOT + ".web")
			.layer("coroutine")
			.definedBy(ROOT + ".coroutine")
			.layer("propagation")
			.definedBy(ROOT + ".propagation")
			.layer("job")
			.definedBy(ROOT + ".job")
			.layer("observation")
			.definedBy(ROOT + ".observation")
			.layer("logging")
			.definedBy(ROOT + ".logging")
			.layer("actuate")
			.definedBy(ROOT + ".actuate")
			.layer("integration")
			.definedBy(ROOT + ".integration")
			.layer("autoconfigure")
			.definedBy(ROOT + ".autoconfigure");
		rooms.whereLayer("aop")
			.mayNotAccessAnyLayer()
			.whereLayer("transaction")
			.mayOnlyAccessLayers("aop")
			.whereLayer("reactive")
			.mayOnlyAccessLayers("aop", "propagation", "coroutine")
			.whereLayer("reactive transaction")
			.mayOnlyAccessLayers("reactive", "transaction")
			.whereLayer("web")
			.mayOnlyAccessLayers("aop")
			.whereLayer("propagation")
			.mayNotAccessAnyLayer()
			.whereLayer("coroutine")
			.mayNotAccessAnyLayer()
			.whereLayer("job")
			.mayNotAccessAnyLayer()
			.whereLayer("observation")
			.mayOnlyAccessLayers("job")
			.whereLayer("logging")
			.mayNotAccessAnyLayer()
			.whereLayer("actuate")
			.mayOnlyAccessLayers("job")
			.whereLayer("integration")
			.mayNotAccessAnyLayer()
			.whereLayer("autoconfigure")
			.mayNotBeAccessedByAnyLayer()
			.check(LIBRARY);
	}

	/** What wires the rooms is the only one that knows the engine. */
	@Test
	void onlyTheAutoConfigurationKnowsTheEngineAndItsStores() {
		check(noClasses().that()
			.resideOutsideOfPackage(ROOT + ".autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(ROOT + ".core..", ROOT + ".store.."));
	}

	@Test
	void packagesHaveNoCycles() {
		check(slices().matching(ROOT + ".(**)").should().beFreeOfCycles());
	}

	@Test
	void everyPackageIsNullMarked() {
		assertThat(LIBRARY.stream().map(JavaClass::getPackage).distinct())
			.allMatch((room) -> room.isAnnotatedWith(NullMarked.class));
	}

	@Test
	void autoConfigurationsArePublicFinalAndHaveNoPublicMembers() {
		check(classes().that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.bePublic()
			.andShould()
			.haveModifier(JavaModifier.FINAL));
		check(methods().that()
			.areDeclaredInClassesThat()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.notBePublic());
	}

	private static void check(ArchRule rule) {
		rule.check(LIBRARY);
	}

}
