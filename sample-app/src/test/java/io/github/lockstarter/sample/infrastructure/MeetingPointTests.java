package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link MeetingPoint}.
 */
@DisabledOnOs(OS.WINDOWS)
class MeetingPointTests {

	@TempDir
	private Path temporary;

	private Leftovers leftovers;

	@BeforeEach
	void begin() throws IOException {
		this.leftovers = new Leftovers();
	}

	@AfterEach
	void end() {
		this.leftovers.close();
	}

	@Test
	void leadsToTheRedisAndTheDatabase() throws IOException {
		open();
		Environment environment = join();
		assertThat(environment.getProperty("spring.data.redis.host")).isEqualTo("redis.test");
		assertThat(environment.getProperty("spring.data.redis.password")).isEqualTo("of Redis");
		assertThat(environment.getProperty("spring.datasource.url")).isEqualTo("jdbc:h2:mem:ü");
		assertThat(environment.getProperty("spring.datasource.password")).isEqualTo("of the database");
	}

	@Test
	void canBeReadByItsOwnerAlone() throws IOException {
		open();
		open();
		assertThat(permissions(directory())).isEqualTo("rwx------");
		assertThat(permissions(file())).isEqualTo("rw-------");
	}

	@ParameterizedTest
	@ValueSource(strings = { "rwx-----x", "rwxr-x---", "rwxrwxrwx" })
	void isNotOpenedInADirectoryThatOthersMayEnter(String permissions) throws IOException {
		Files.createDirectory(directory());
		permit(directory(), permissions);
		assertRefused(directory(), this::open);
		assertThat(file()).doesNotExist();
	}

	@Test
	void isNotOpenedInADirectoryToWhichALinkLeads() throws IOException {
		Files.createSymbolicLink(directory(), Files.createTempDirectory(this.temporary, "mine"));
		assertRefused(directory(), this::open);
	}

	@ParameterizedTest
	@ValueSource(strings = { "rwx-----x", "rwxr-x---", "rwxrwxrwx" })
	void isNotReadInADirectoryThatOthersMayEnter(String permissions) throws IOException {
		open();
		permit(directory(), permissions);
		assertRefused(directory(), this::join);
	}

	@ParameterizedTest
	@ValueSource(strings = { "rw----r--", "rw-rw----", "rw-rw-rw-" })
	void isNotReadIfOthersMayReadOrWriteIt(String permissions) throws IOException {
		open();
		permit(file(), permissions);
		assertRefused(file(), this::join);
	}

	@Test
	void isNotReadIfItIsOfAnotherUser() throws IOException {
		open();
		UserPrincipal other = file().getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
		assertRefused(file(), () -> PrivateFiles.check(file(), other));
	}

	@Test
	void saysThatThereIsNoFirstInstance() {
		assertThatExceptionOfType(MeetingPointException.class).isThrownBy(this::join)
			.withMessage("There is no " + file() + " of a running sample: start the sample without --join first.");
	}

	private Path directory() {
		return this.temporary.resolve("sample");
	}

	private Path file() {
		return directory().resolve("meeting-point.properties");
	}

	private void open() throws IOException {
		DataRedisConnectionDetails redis = new RedisAddress("redis.test", 6379, null, "of Redis");
		DatabaseAddress database = new DatabaseAddress("jdbc:h2:mem:ü", null, "of the database");
		new MeetingPoint(directory(), new SharedInfrastructure(redis, database), this.leftovers).open();
	}

	private Environment join() {
		GenericApplicationContext context = new GenericApplicationContext();
		context.setEnvironment(new MockEnvironment().withProperty("sample.meeting-point", directory().toString()));
		MeetingPoint.join(context);
		return context.getEnvironment();
	}

	private static String permissions(Path path) throws IOException {
		return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
	}

	private static void permit(Path path, String permissions) throws IOException {
		Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
	}

	private static void assertRefused(Path path, ThrowingCallable use) {
		assertThatExceptionOfType(MeetingPointException.class).isThrownBy(use)
			.withMessage(path + " belongs to another user or is open to others, and is not used as a meeting point:"
					+ " remove it, or name another one by --sample.meeting-point.");
	}

}
