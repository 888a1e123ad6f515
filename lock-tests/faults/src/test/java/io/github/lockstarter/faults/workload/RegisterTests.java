package io.github.lockstarter.faults.workload;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Register} and how it is reached.
 */
class RegisterTests {

	@Test
	void oneAfterTheOtherLosesNothing() {
		Register register = new Register(false);
		register.write(1, register.read(1));
		register.write(2, register.read(2));
		assertThat(register.writes()).isEqualTo(2);
		assertThat(register.lost()).isEmpty();
	}

	@Test
	void aWriteThatWasOverwrittenUnreadIsLost() {
		Register register = new Register(false);
		int early = register.read(1);
		register.write(2, register.read(2));
		register.write(1, early);
		register.write(3, register.read(3));
		assertThat(register.lost()).containsExactly(1);
	}

	@Test
	void aFencedRegisterRefusesTheLateWrite() {
		Register register = new Register(true);
		int early = register.read(1);
		register.write(2, register.read(2));
		assertThat(register.write(1, early)).isEqualTo(Register.REFUSED);
		assertThat(register.refusals()).isOne();
		assertThat(register.lost()).isEmpty();
	}

	@Test
	void aFencedRegisterRefusesAWriteThatTheNextHolderHasNotRead() {
		Register register = new Register(true);
		int early = register.read(1);
		int next = register.read(2);
		assertThat(register.write(1, early)).isEqualTo(Register.REFUSED);
		register.write(2, next);
		assertThat(register.lost()).isEmpty();
	}

	@Test
	void clientsReachRegistersByName() {
		try (SharedResource resource = new SharedResource()) {
			ResourceClient client = new ResourceClient(resource.port());
			assertThat(client.write("fenced", 5, client.read("fenced", 5))).isOne();
			assertThat(client.read("fenced", 4)).isEqualTo(Register.REFUSED);
			assertThat(client.read("plain", 4)).isZero();
			assertThat(resource.register("fenced").writes()).isOne();
		}
	}

}
