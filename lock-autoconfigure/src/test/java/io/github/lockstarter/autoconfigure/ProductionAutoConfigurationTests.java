package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.actuate.LocksEndpoint;
import io.github.lockstarter.actuate.LocksEndpointWebExtension;
import io.github.lockstarter.actuate.LocksHealthIndicator;
import io.github.lockstarter.logging.LockMdc;
import io.github.lockstarter.observation.DefaultLockAcquisitionConvention;
import io.github.lockstarter.observation.LockAcquisitionConvention;
import io.github.lockstarter.observation.LockMeterObservationHandler;
import io.github.lockstarter.observation.LockMetrics;
import io.github.lockstarter.observation.LockObservations;
import io.github.lockstarter.testing.StubAdmin;
import io.github.lockstarter.testing.StubHandle;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationTextPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what the auto-configuration adds where Micrometer, Actuator and SLF4J are.
 */
class ProductionAutoConfigurationTests {

	private static final LockCall CALL = new LockCall("orders", List.of("order:1"), LockKind.MUTEX);

	private final ApplicationContextRunner locks = new ApplicationContextRunner()
		.withPropertyValues("distributed-lock.store=memory", "management.endpoints.web.exposure.include=*")
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockMdcAutoConfiguration.class,
				LockMetricsAutoConfiguration.class, LockObservationAutoConfiguration.class,
				LocksEndpointAutoConfiguration.class, LocksHealthAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.locks.withConfiguration(
			AutoConfigurations.of(EndpointAutoConfiguration.class, HealthContributorAutoConfiguration.class,
					MetricsAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class, ObservationAutoConfiguration.class));

	@Test
	void isFoundByApplications() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null).getCandidates()).contains(
				LockMdcAutoConfiguration.class.getName(), LockMetricsAutoConfiguration.class.getName(),
				LockObservationAutoConfiguration.class.getName(), LocksEndpointAutoConfiguration.class.getName(),
				LocksHealthAutoConfiguration.class.getName());
	}

	@Test
	void instrumentsInAnOrderInWhichNoneMeasuresTheOthers() {
		this.runner.run((context) -> assertThat(context.getBeanProvider(LockInstrumentation.class).orderedStream())
			.hasExactlyElementsOfTypes(LockObservations.class, LockMdc.class, LockMetrics.class));
	}

	@Test
	void addsNothingButItsHealthWhereLocksAreSwitchedOff() {
		this.runner.withPropertyValues("distributed-lock.enabled=false").run((context) -> {
			assertThat(context).doesNotHaveBean(LockInstrumentation.class)
				.doesNotHaveBean(LocksEndpoint.class)
				.doesNotHaveBean(LockMeterObservationHandler.class);
			assertUnsafe(context, "switched off", "'distributed-lock.enabled'");
		});
	}

	@Test
	void healthTellsThatLocksInMemoryExcludeNoOtherInstance() {
		this.runner.run((context) -> assertUnsafe(context, "memory of this JVM", "'distributed-lock.store'"));
	}

	private static void assertUnsafe(ApplicationContext context, String mode, String property) {
		Health health = context.getBean("locksHealthIndicator", LocksHealthIndicator.class).health();
		assertThat(health.getStatus()).isEqualTo(LocksHealthIndicator.UNSAFE);
		assertThat(health.getDetails()).containsEntry("mode", mode);
		assertThat(health.getDetails().get("problem")).asString().contains(property);
	}

	@Test
	void observesNothingIfNobodyReadsIt() {
		this.runner.run((context) -> assertThat(isObserved(context)).isFalse());
	}

	@Test
	void observesForAHandlerThatIsABean() {
		this.runner.withBean(ObservationTextPublisher.class, () -> new ObservationTextPublisher((text) -> {
		})).run((context) -> assertThat(isObserved(context)).isTrue());
	}

	@Test
	void observesForACustomizerWhoMayAddAHandler() {
		this.runner.withBean(ObservationRegistryCustomizer.class, () -> (registry) -> registry.observationConfig()
			.observationHandler(new ObservationTextPublisher((text) -> {
			}))).run((context) -> assertThat(isObserved(context)).isTrue());
	}

	@Test
	void observesInARegistryOfTheApplication() {
		this.runner.withBean("own", ObservationRegistry.class, ObservationRegistry::create)
			.run((context) -> assertThat(isObserved(context)).isTrue());
	}

	private static boolean isObserved(ApplicationContext context) {
		ObservationRegistry registry = context.getBean(ObservationRegistry.class);
		return context.getBean(LockObservations.class)
			.acquire(CALL, () -> Optional.ofNullable(registry.getCurrentObservation()))
			.isPresent();
	}

	@Test
	void makesNoMetersOfItsObservations() {
		this.runner.withBean("own", ObservationRegistry.class, ObservationRegistry::create).run((context) -> {
			assertThat(isObserved(context)).isTrue();
			List<Meter> before = context.getBean(MeterRegistry.class).getMeters();
			LockObservations observations = context.getBean(LockObservations.class);
			observations.acquire(CALL, () -> "lock");
			observations.locked(CALL, new StubHandle("order:1"), () -> true);
			assertThat(context.getBean(MeterRegistry.class).getMeters()).hasSameElementsAs(before);
			Observation.createNotStarted("other", context.getBean(ObservationRegistry.class)).observe(() -> {
			});
			assertThat(context.getBean(MeterRegistry.class).find("other").timer()).isNotNull();
		});
	}

	@Test
	void observesByTheConventionOfTheApplication() {
		class Own extends DefaultLockAcquisitionConvention {

			private boolean asked;

			@Override
			public String getName() {
				this.asked = true;
				return super.getName();
			}

		}
		Own own = new Own();
		this.runner.withBean("own", ObservationRegistry.class, ObservationRegistry::create)
			.withBean(LockAcquisitionConvention.class, () -> own)
			.run((context) -> {
				context.getBean(LockObservations.class).acquire(CALL, () -> "lock");
				assertThat(own.asked).isTrue();
			});
	}

	@Test
	void showsTheGaugesOfTheLockAdmin() {
		StubAdmin admin = new StubAdmin();
		admin.hold("orders", "order:1", Duration.ofSeconds(1));
		withAdmin(admin).run((context) -> {
			context.getBean(LockMetrics.class).acquire(CALL, () -> "lock");
			assertThat(context.getBean(MeterRegistry.class).get("distributed.lock.held").gauge().value()).isEqualTo(1);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "no", "off" })
	void leavesTheDiagnosticContextAloneIfToldTo(String off) {
		this.runner.withPropertyValues("distributed-lock.mdc.enabled=" + off)
			.run((context) -> assertThat(context).doesNotHaveBean(LockMdc.class));
	}

	@Test
	void putsTheKeyIntoTheDiagnosticContextIfToldTo() {
		this.runner.withPropertyValues("distributed-lock.show-keys=true")
			.run((context) -> assertThat(context.getBean(LockMdc.class)
				.<String, RuntimeException>locked(CALL, new StubHandle("order:1"), () -> MDC.get(LockMdc.KEY)))
				.isEqualTo("order:1"));
	}

	@Test
	void offersTheEndpointOnlyWhereItIsExposed() {
		ApplicationContextRunner admin = withAdmin(new StubAdmin());
		admin.run((context) -> assertThat(context).hasSingleBean(LocksEndpoint.class)
			.hasSingleBean(LocksEndpointWebExtension.class));
		admin.withPropertyValues("management.endpoints.web.exposure.include=health")
			.run((context) -> assertThat(context).doesNotHaveBean(LocksEndpoint.class)
				.doesNotHaveBean(LocksEndpointWebExtension.class));
		admin.withPropertyValues("management.endpoint.locks.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(LocksEndpoint.class));
	}

	@Test
	void forcedReleaseIsOffUnlessSwitchedOn() {
		ApplicationContextRunner admin = withAdmin(new StubAdmin());
		admin.run((context) -> assertThat(isReleased(context)).isFalse());
		admin.withPropertyValues(LocksEndpoint.FORCE_RELEASE_PROPERTY + "=true")
			.run((context) -> assertThat(isReleased(context)).isTrue());
	}

	private static boolean isReleased(ApplicationContext context) {
		return context.getBean(LocksEndpoint.class)
			.release(SecurityContext.NONE, new String[] { "order:1" }, null)
			.released();
	}

	@Test
	void contributesToHealthUnlessSwitchedOff() {
		ApplicationContextRunner admin = withAdmin(new StubAdmin());
		admin.run((context) -> assertThat(context).hasSingleBean(LocksHealthIndicator.class));
		ApplicationContextRunner without = admin.withPropertyValues("management.health.locks.enabled=false");
		without.run((context) -> assertThat(context).doesNotHaveBean(LocksHealthIndicator.class));
		without.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LocksHealthIndicator.class));
	}

	private ApplicationContextRunner withAdmin(LockAdmin admin) {
		return this.runner.withBean("own", LockAdmin.class, () -> admin, (definition) -> definition.setPrimary(true));
	}

}
