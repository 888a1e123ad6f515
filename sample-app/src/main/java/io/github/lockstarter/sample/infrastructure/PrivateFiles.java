package io.github.lockstarter.sample.infrastructure;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * Files that only the user of this JVM may read and write. Files without POSIX
 * permissions, as on Windows, are not checked.
 */
final class PrivateFiles {

	private static final boolean POSIX = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

	private static final FileAttribute<?>[] OWNER_ALONE = POSIX
			? new FileAttribute<?>[] {
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")) }
			: new FileAttribute<?>[0];

	private PrivateFiles() {
	}

	/**
	 * Create a directory unless there is one.
	 * @return whether it was created
	 */
	static boolean createDirectory(Path directory) throws IOException {
		try {
			Files.createDirectory(directory, OWNER_ALONE);
			return true;
		}
		catch (FileAlreadyExistsException ex) {
			return false;
		}
	}

	/**
	 * Refuse what others may read or replace.
	 */
	static void check(Path... paths) throws IOException {
		if (POSIX) {
			UserPrincipal user = user();
			for (Path path : paths) {
				check(path, user);
			}
		}
	}

	static void check(Path path, UserPrincipal user) throws IOException {
		PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
		if (!found.owner().equals(user) || !PosixFilePermissions.toString(found.permissions()).endsWith("------")) {
			throw new MeetingPointException(path
					+ " belongs to another user or is open to others, and is not used as a meeting point: remove it, or"
					+ " name another one by --sample.meeting-point.");
		}
	}

	/** The owner of a new file, since a user in a container may have no name. */
	private static UserPrincipal user() throws IOException {
		Path file = Files.createTempFile("lock-starter-sample-", null);
		try {
			return Files.getOwner(file);
		}
		finally {
			Files.delete(file);
		}
	}

}
