package io.github.lockstarter;

import java.nio.file.Path;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the rooms of the engine apart: which package may know which other one.
 */
class RoomsTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses LIBRARY = new ClassFileImporter().importPath(Path.of("target", "classes"));

	@Test
	void importsRunDownwardsOnly() {
		LayeredArchitecture rooms = layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("root")
			.definedBy(describe("the API, which its builder opens", RoomsTests::isOfTheApi))
			.layer("containment")
			.definedBy(ROOT + ".containment")
			.layer("core")
			.definedBy(ROOT + ".core..")
			.layer("store")
			.definedBy(ROOT + ".store")
			.layer("record")
			.definedBy(ROOT + ".store.record")
			.layer("memory")
			.definedBy(ROOT + ".store.memory")
			.layer("leader")
			.definedBy(ROOT + ".leader");
		rooms.whereLayer("root")
			.mayNotAccessAnyLayer()
			.whereLayer("containment")
			.mayNotAccessAnyLayer()
			.whereLayer("core")
			.mayOnlyAccessLayers("root", "store", "containment")
			.whereLayer("store")
			.mayOnlyAccessLayers("root")
			.whereLayer("record")
			.mayOnlyAccessLayers("store")
			.whereLayer("memory")
			.mayOnlyAccessLayers("store", "record", "containment")
			.whereLayer("leader")
			.mayOnlyAccessLayers("root", "containment")
			.check(LIBRARY);
	}

	private static boolean isOfTheApi(JavaClass type) {
		return type.getPackageName().equals(ROOT) && !type.isEquivalentTo(LockClientBuilder.class);
	}

	@Test
	void packagesHaveNoCycles() {
		check(slices().matching(ROOT + ".(**)").should().beFreeOfCycles());
	}

	@Test
	void aHandleKnowsNoClient() {
		check(noClasses().that()
			.areAssignableTo(LockHandle.class)
			.and()
			.resideInAPackage(ROOT)
			.should()
			.dependOnClassesThat()
			.belongToAnyOf(LockClient.class));
	}

	@Test
	void everyPackageIsNullMarked() {
		assertThat(LIBRARY.stream().map(JavaClass::getPackage).distinct())
			.allMatch((room) -> room.isAnnotatedWith(NullMarked.class));
	}

	@Test
	void theEngineIsBuiltInFloors() {
		LayeredArchitecture floors = layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("client")
			.definedBy(ROOT + ".core")
			.layer("queue")
			.definedBy(ROOT + ".core.queue")
			.layer("hold")
			.definedBy(ROOT + ".core.hold")
			.layer("platform")
			.definedBy(ROOT + ".core.platform");
		floors.whereLayer("platform")
			.mayNotAccessAnyLayer()
			.whereLayer("hold")
			.mayOnlyAccessLayers("platform")
			.whereLayer("queue")
			.mayOnlyAccessLayers("hold", "platform")
			.check(LIBRARY);
	}

	@Test
	void onlyThePlatformReadsClocksRollsDiceAndHasThreads() {
		check(noClasses().that()
			.resideInAnyPackage(ROOT + ".core", ROOT + ".core.hold", ROOT + ".core.queue")
			.should()
			.accessTargetWhere(describe("it belongs to the machine", RoomsTests::isOfTheMachine)));
	}

	private static boolean isOfTheMachine(JavaAccess<?> access) {
		String type = access.getTargetOwner().getName();
		String name = access.getName();
		return switch (type) {
			case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
			case "java.lang.Thread" -> Set.of("<init>", "start", "sleep", "join").contains(name);
			case "java.lang.Math" -> name.equals("random");
			case "java.time.Instant", "java.time.LocalDateTime" -> name.equals("now");
			case "java.util.concurrent.CompletableFuture", "java.util.concurrent.CompletionStage" ->
				name.endsWith("Async") || name.endsWith("Timeout") || name.equals("delayedExecutor")
						|| name.equals("get");
			default ->
				Set.of("java.util.Random", "java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom",
						"java.util.concurrent.Executors", "java.util.concurrent.ThreadPoolExecutor",
						"java.util.concurrent.ForkJoinPool", "java.util.concurrent.locks.LockSupport",
						"java.util.concurrent.locks.Condition", "java.util.Timer", "java.time.Clock")
					.contains(type);
		};
	}

	private static void check(ArchRule rule) {
		rule.check(LIBRARY);
	}

}
