package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LogCapture.class)
class UnusedSettingsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@ParameterizedTest
	@ValueSource(strings = { "Servise.process", "Service.proces" })
	void warnsOfANameThatIsNearTheOneOfAnAnnotatedMethod(String name, CapturedLog output) {
		start(name);
		assertThat(output).contains("WARN", "'distributed-lock.locks." + name
				+ "' matches no annotated method; did you mean 'Service.process'? It has an effect only for LockClient"
				+ " calls with name(\"" + name + "\").");
	}

	@Test
	void warnsOfANameWithoutItsCaseAsInAnEnvironmentVariable(CapturedLog output) {
		start("service.process");
		assertThat(output).contains("WARN", "did you mean 'Service.process'? It has an effect only for LockClient"
				+ " calls with name(\"service.process\"). An environment variable applies to 'Service.process' only if"
				+ " a file or the command line sets something under that name, too.");
	}

	@Test
	void mentionsAnyOtherName(CapturedLog output) {
		start("catalogue");
		assertThat(output.toString().lines().filter((line) -> line.contains("distributed-lock.locks.catalogue")))
			.singleElement()
			.asString()
			.contains("INFO",
					"'distributed-lock.locks.catalogue' matches no annotated method. It has an effect only for LockClient"
							+ " calls with name(\"catalogue\").");
	}

	@Test
	void isSilentAboutTheNameOfAnAnnotatedMethod(CapturedLog output) {
		start("Service.process");
		assertThat(output).doesNotContain("matches no annotated method");
	}

	@Test
	void warnsOfAJobWhoseNameIsNearTheOneOfAnAnnotatedMethod(CapturedLog output) {
		this.runner.withConfiguration(AutoConfigurations.of(LockJobAutoConfiguration.class))
			.withBean(Service.class)
			.withPropertyValues("distributed-lock.jobs.names=Service.proces,catalogue,Service.process")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output.toString().lines().filter((line) -> line.contains("distributed-lock.jobs.names")))
			.singleElement()
			.asString()
			.contains("WARN", "names 'Service.proces', which no annotated method has; did you mean 'Service.process'?");
	}

	@Test
	void warnsOfNodesOfAQuorumThatNoLockHas(CapturedLog output) {
		this.runner.withPropertyValues("distributed-lock.quorum.nodes=redis://one,redis://two,redis://three")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("WARN",
				"'distributed-lock.quorum.nodes' has no effect, since no lock is kept in a quorum."
						+ " Set 'distributed-lock.store=quorum', or remove the nodes.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "store=quorum", "locks.catalogue.store=quorum" })
	void isSilentAboutNodesOfAQuorumThatALockHas(String store, CapturedLog output) {
		this.runner
			.withPropertyValues(
					"distributed-lock.quorum.nodes=redis://localhost:1,redis://localhost:2,redis://localhost:3",
					"distributed-lock." + store)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("has no effect");
	}

	private void start(String name) {
		this.runner.withBean(Service.class)
			.withPropertyValues("distributed-lock.locks." + name + ".wait-time=5s")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	static class Service {

		@DistributedLock(key = "service")
		public void process() {
		}

	}

}
