package io.github.lockstarter.aop;

import java.util.List;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link InterfaceAgreement}.
 */
class InterfaceAgreementTests {

	@Test
	void refusesAMethodThatTwoInterfacesAnnotateDifferently() {
		assertRefused(OfTwoContracts.class, "OfTwoContracts.call", "OneContract.call and OtherContract.call are");
	}

	@Test
	void refusesAMethodThatTwoAnnotatedInterfacesCoverDifferently() {
		assertRefused(OfTwoTypes.class, "OfTwoTypes.call", "OneType and OtherType are");
	}

	@Test
	void acceptsWhatOneAnnotationDecides() {
		for (Class<?> type : List.of(OfTwoContractsItself.class, OfContractsThatAgree.class, OfNarrowedContract.class,
				OfTwoTypesItself.class, OfTypesThatAgree.class, OfNarrowedType.class, OfTypeAndContract.class)) {
			LockContexts.runner().withBean(type).run((context) -> assertThat(context).hasNotFailed());
		}
	}

	private static void assertRefused(Class<?> type, String method, String problem) {
		LockContexts.assertRefused(LockContexts.runner().withBean(type))
			.hasMessageContaining(method)
			.hasMessageContaining(problem + " annotated differently, and which of them counts is left to chance.")
			.satisfies((ex) -> assertThat(((LockDefinitionException) ex).getAction())
				.contains("Annotate the method of the class"));
	}

	interface OneContract {

		@DistributedLock(key = "one")
		void call();

	}

	interface OtherContract {

		@DistributedLock(key = "other")
		void call();

	}

	interface SameContract {

		@DistributedLock(key = "one")
		void call();

	}

	interface NarrowedContract extends OneContract {

		@Override
		@DistributedLock(key = "narrowed")
		void call();

	}

	static class OfTwoContracts implements OneContract, OtherContract {

		@Override
		public void call() {
		}

	}

	static class OfTwoContractsItself implements OneContract, OtherContract {

		@Override
		@DistributedLock(key = "both")
		public void call() {
		}

	}

	static class OfContractsThatAgree implements OneContract, SameContract {

		@Override
		public void call() {
		}

	}

	static class OfNarrowedContract implements NarrowedContract {

		@Override
		public void call() {
		}

	}

	@DistributedLock(key = "one")
	interface OneType {

		void call();

	}

	@DistributedLock(key = "other")
	interface OtherType {

		void call();

	}

	@DistributedLock(key = "one")
	interface SameType {

		void call();

	}

	@DistributedLock(key = "narrowed")
	interface NarrowedType extends OneType {

		@Override
		void call();

	}

	static class OfTwoTypes implements OneType, OtherType {

		@Override
		public void call() {
		}

	}

	@DistributedLock(key = "own")
	static class OfTwoTypesItself implements OneType, OtherType {

		@Override
		public void call() {
		}

	}

	static class OfTypesThatAgree implements OneType, SameType {

		@Override
		public void call() {
		}

	}

	static class OfNarrowedType implements NarrowedType {

		@Override
		public void call() {
		}

	}

	static class OfTypeAndContract implements OneType, OtherContract {

		@Override
		public void call() {
		}

	}

}
