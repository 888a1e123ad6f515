package io.github.lockstarter.core;

import java.net.InetAddress;
import java.net.UnknownHostException;

import io.github.lockstarter.core.platform.ThreadNames;
import io.github.lockstarter.store.AcquireRequest.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a client as people see it when they look at a lock.
 *
 * @param application the application's name
 * @param instance the JVM, as host and process
 */
public record ClientIdentity(String application, String instance) {

	/**
	 * An instance of this JVM: the environment variable {@code HOSTNAME} or
	 * {@code COMPUTERNAME}, or else the name that the resolver knows, and the process.
	 * @param application the application's name
	 * @return the identity
	 */
	public static ClientIdentity ofThisJvm(String application) {
		String host = System.getenv("HOSTNAME");
		return ofThisJvm(application, (host != null) ? host : System.getenv("COMPUTERNAME"));
	}

	/**
	 * An instance of this JVM on a host whose name may be known.
	 * @param application the application's name
	 * @param host its host; if {@code null} or blank, the resolver is asked, which may
	 * take seconds
	 * @return the identity
	 */
	public static ClientIdentity ofThisJvm(String application, @Nullable String host) {
		String found = (host != null && !host.isBlank()) ? host : lookUpHost();
		return new ClientIdentity(application, found + ":" + ProcessHandle.current().pid());
	}

	private static String lookUpHost() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

	/** Owner as which a thread of this client shows itself. */
	Owner owner(Thread thread) {
		return new Owner(this.application, this.instance, ThreadNames.name(thread));
	}

}
