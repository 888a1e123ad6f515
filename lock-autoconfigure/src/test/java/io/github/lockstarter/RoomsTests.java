package io.github.lockstarter;

import java.util.Arrays;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the rooms of the library apart: which package may know which other one, and which
 * library.
 */
class RoomsTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses LIBRARY = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages(ROOT);

	@Test
	void importsRunDownwardsOnly() {
		LayeredArchitecture rooms = layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("root")
			.definedBy(ROOT)
			.layer("containment")
			.definedBy(ROOT + ".containment")
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
			.layer("core")
			.definedBy(ROOT + ".core..")
			.layer("store")
			.definedBy(ROOT + ".store")
			.layer("redis")
			.definedBy(ROOT + ".store.redis..")
			.layer("record")
			.definedBy(ROOT + ".store.record")
			.layer("memory")
			.definedBy(ROOT + ".store.memory")
			.layer("quorum")
			.definedBy(ROOT + ".store.quorum")
			.layer("leader")
			.definedBy(ROOT + ".leader")
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
		rooms.whereLayer("root")
			.mayNotAccessAnyLayer()
			.whereLayer("containment")
			.mayNotAccessAnyLayer()
			.whereLayer("aop")
			.mayOnlyAccessLayers("root", "containment")
			.whereLayer("transaction")
			.mayOnlyAccessLayers("root", "aop")
			.whereLayer("reactive")
			.mayOnlyAccessLayers("root", "aop", "propagation", "coroutine")
			.whereLayer("reactive transaction")
			.mayOnlyAccessLayers("root", "reactive", "transaction")
			.whereLayer("web")
			.mayOnlyAccessLayers("root", "aop")
			.whereLayer("propagation")
			.mayOnlyAccessLayers("root")
			.whereLayer("coroutine")
			.mayOnlyAccessLayers("root")
			.whereLayer("core")
			.mayOnlyAccessLayers("root", "store", "containment")
			.whereLayer("store")
			.mayOnlyAccessLayers("root")
			.whereLayer("redis")
			.mayOnlyAccessLayers("store", "containment")
			.whereLayer("record")
			.mayOnlyAccessLayers("store")
			.whereLayer("memory")
			.mayOnlyAccessLayers("store", "record", "containment")
			.whereLayer("quorum")
			.mayOnlyAccessLayers("store", "containment")
			.whereLayer("leader")
			.mayOnlyAccessLayers("root", "containment")
			.whereLayer("job")
			.mayOnlyAccessLayers("root")
			.whereLayer("observation")
			.mayOnlyAccessLayers("root", "job")
			.whereLayer("logging")
			.mayOnlyAccessLayers("root")
			.whereLayer("actuate")
			.mayOnlyAccessLayers("root", "leader", "job")
			.whereLayer("integration")
			.mayOnlyAccessLayers("root")
			.whereLayer("autoconfigure")
			.mayNotBeAccessedByAnyLayer()
			.check(LIBRARY);
	}

	@ParameterizedTest
	@CsvSource({ "io.lettuce.., redis autoconfigure", "org.springframework.data.., autoconfigure",
			"org.springframework.boot.., actuate autoconfigure",
			"io.micrometer.., observation propagation autoconfigure", "org.slf4j.., logging autoconfigure",
			"org.springframework.aop.., aop transaction autoconfigure",
			"org.springframework.transaction.., transaction autoconfigure", "reactor.., reactive redis autoconfigure",
			"org.springframework.web.., web", "kotlin.., coroutine", "kotlinx.., coroutine",
			"org.springframework.integration.., integration autoconfigure" })
	void onlySomeRoomsKnowALibrary(String library, String rooms) {
		String[] others = LIBRARY.stream()
			.map(JavaClass::getPackageName)
			.distinct()
			.filter((name) -> Arrays.stream(rooms.split(" ")).noneMatch((room) -> isWithin(name, room)))
			.toArray(String[]::new);
		assertThat(others).contains(ROOT, ROOT + ".core");
		check(noClasses().that().resideInAnyPackage(others).should().dependOnClassesThat().resideInAPackage(library));
	}

	private static boolean isWithin(String name, String room) {
		return Arrays.asList(name.split("\\.")).contains(room);
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
	void onlyItsUppermostFloorIsKnownOutsideOfTheEngine() {
		check(classes().that()
			.resideInAnyPackage(ROOT + ".core.queue", ROOT + ".core.hold", ROOT + ".core.platform")
			.and()
			.doNotHaveSimpleName("LocalHandover")
			.should()
			.onlyBeAccessed()
			.byAnyPackage(ROOT + ".core.."));
	}

	@Test
	void theStoreOnRedisIsBuiltInRooms() {
		LayeredArchitecture rooms = layeredArchitecture().consideringOnlyDependenciesInLayers()
			.layer("store")
			.definedBy(ROOT + ".store.redis")
			.layer("acknowledgement")
			.definedBy(ROOT + ".store.redis.acknowledgement")
			.layer("grant")
			.definedBy(ROOT + ".store.redis.grant")
			.layer("command")
			.definedBy(ROOT + ".store.redis.command")
			.layer("cluster")
			.definedBy(ROOT + ".store.redis.cluster")
			.layer("sentinel")
			.definedBy(ROOT + ".store.redis.sentinel")
			.layer("connection")
			.definedBy(ROOT + ".store.redis.connection");
		rooms.whereLayer("connection")
			.mayNotAccessAnyLayer()
			.whereLayer("cluster")
			.mayOnlyAccessLayers("connection")
			.whereLayer("sentinel")
			.mayOnlyAccessLayers("connection")
			.whereLayer("command")
			.mayOnlyAccessLayers("cluster", "sentinel", "connection")
			.whereLayer("grant")
			.mayOnlyAccessLayers("command", "cluster", "sentinel", "connection")
			.whereLayer("acknowledgement")
			.mayOnlyAccessLayers("command", "cluster", "sentinel", "connection")
			.whereLayer("store")
			.mayNotBeAccessedByAnyLayer()
			.check(LIBRARY);
	}

	@Test
	void onlyItsUppermostRoomIsKnownOutsideOfTheStoreOnRedis() {
		check(classes().that()
			.resideInAPackage(ROOT + ".store.redis.*..")
			.should()
			.onlyHaveDependentClassesThat()
			.resideInAPackage(ROOT + ".store.redis.."));
		check(classes().that()
			.resideInAPackage(ROOT + ".store.redis")
			.and()
			.doNotHaveSimpleName("RedisLockStore")
			.should()
			.notBePublic());
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
