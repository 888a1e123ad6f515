package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that annotated beans can be replaced in tests, although nothing proxies a mock.
 */
@SpringJUnitConfig
@ImportAutoConfiguration({ AopAutoConfiguration.class, LockAopAutoConfiguration.class })
@Import({ RecordingLockClient.class, TestOverrideTests.Mocked.class, TestOverrideTests.Spied.class })
class TestOverrideTests {

	@MockitoBean
	Mocked mocked;

	@MockitoSpyBean
	Spied spied;

	@Autowired
	RecordingLockClient client;

	@Test
	void aMockNeedsNoLockAndASpyKeepsIts() {
		assertThat(this.mocked.run()).isNull();
		assertThat(this.client.events).isEmpty();
		assertThat(this.spied.run()).isEqualTo("ran");
		assertThat(this.client.events).containsExactly("acquire", "release");
	}

	static class Mocked {

		@DistributedLock(key = "mocked")
		public String run() {
			return "ran";
		}

	}

	static class Spied {

		@DistributedLock(key = "spied")
		public String run() {
			return "ran";
		}

	}

}
