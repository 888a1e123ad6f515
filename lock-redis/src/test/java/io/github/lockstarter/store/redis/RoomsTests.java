package io.github.lockstarter.store.redis;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

import java.nio.file.Path;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the rooms of the store on Redis apart: which package may know which other one.
 */
class RoomsTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses LIBRARY = new ClassFileImporter().importPath(Path.of("target", "classes"));

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
			.ensureAllClassesAreContainedInArchitecture()
			.check(LIBRARY);
	}

	@Test
	void everyPackageIsNullMarked() {
		assertThat(LIBRARY.stream().map(JavaClass::getPackage).distinct())
			.allMatch((room) -> room.isAnnotatedWith(NullMarked.class));
	}

	@Test
	void onlyTheStoreAndItsServersArePublicInTheirRoom() {
		check(classes().that()
			.resideInAPackage(ROOT + ".store.redis")
			.and()
			.areTopLevelClasses()
			.and()
			.doNotHaveSimpleName("RedisLockStore")
			.and()
			.doNotHaveSimpleName("RedisServers")
			.should()
			.notBePublic());
	}

	@Test
	void noPrivateFieldOfALibraryIsRead() {
		check(noClasses().should().dependOnClassesThat().belongToAnyOf(Field.class, VarHandle.class));
	}

	/** An appender may block, and events and timers have few threads. */
	@Test
	void nothingIsLoggedOnAThreadOfTheConnections() {
		check(noClasses().that()
			.doNotHaveSimpleName("BoundedClose")
			.should()
			.callMethodWhere(target(owner(type(Logger.class)))));
	}

	private static void check(ArchRule rule) {
		rule.check(LIBRARY);
	}

}
