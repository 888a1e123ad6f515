package io.github.lockstarter.applications;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint {@code locks} over JMX.
 */
@Full
class LocksOverJmxTests {

	@Test
	void aLockIsTakenFromTheNamedHolderOrFromWhoeverHoldsIt() throws Exception {
		try (ConsoleApplication application = ConsoleApplication.start(WebApplicationType.NONE,
				"--spring.jmx.enabled=true", "--management.endpoints.jmx.exposure.include=locks",
				"--distributed-lock.actuator.force-release.enabled=true");
				LockHandle held = application.locks().lock("kettle").acquire()) {
			assertThat(release("kettle", held.fencingToken() + 1)).contains("released=false", "no longer has the lock");
			assertThat(held.isValid()).isTrue();
			assertThat(release("kettle", held.fencingToken())).contains("released=true");
			try (LockHandle next = application.locks()
				.lock("kettle")
				.reentrant(false)
				.acquireAsync()
				.toCompletableFuture()
				.join()) {
				assertThat(next.isValid()).isTrue();
				assertThat(release("kettle", null)).contains("released=true");
			}
			assertThat(release("kettle", null)).contains("released=false", "Nobody held the lock.");
		}
	}

	private static String release(String key, @Nullable Long token) throws JMException {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		ObjectName name = server.queryNames(new ObjectName("org.springframework.boot:type=Endpoint,name=Locks,*"), null)
			.iterator()
			.next();
		MBeanParameterInfo[] signature = Arrays.stream(server.getMBeanInfo(name).getOperations())
			.filter((operation) -> operation.getName().equals("release"))
			.map(MBeanOperationInfo::getSignature)
			.findFirst()
			.orElseThrow();
		assertThat(signature).extracting(MBeanParameterInfo::getName).containsExactly("caller", "key", "token");
		return String.valueOf(server.invoke(name, "release", new Object[] { null, key, token },
				Arrays.stream(signature).map(MBeanParameterInfo::getType).toArray(String[]::new)));
	}

}
