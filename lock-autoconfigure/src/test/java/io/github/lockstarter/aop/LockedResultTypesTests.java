package io.github.lockstarter.aop;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import kotlin.sequences.Sequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the results that a method under a lock may have.
 */
class LockedResultTypesTests {

	@Test
	void refusesAPrimitiveReturnTypeUnderSkip() {
		LockContexts.assertRefused(PrimitiveSkip.class, "PrimitiveSkip.run", "the primitive 'int'",
				"Return Integer or an Optional");
	}

	@Test
	void refusesAPrimitiveReturnTypeUnderReturnNull() {
		LockContexts.assertRefused(PrimitiveNull.class, "PrimitiveNull.run", "the primitive 'boolean'",
				"Return Boolean or an Optional");
	}

	@Test
	void refusesAPrimitiveReturnTypeUnderTheStrategyOfTheSettings() {
		LockSettings settings = settings("Primitive.run",
				LockOptions.NONE.with(LockOption.FAIL_STRATEGY, LockFailStrategy.SKIP));
		LockContexts.runner().withBean(Primitive.class).run((context) -> assertThat(context).hasNotFailed());
		LockContexts.assertRefused(
				LockContexts.runner().withBean(Primitive.class).withBean(LockSettings.class, () -> settings),
				"Primitive.run", "its fail strategy is SKIP", "'distributed-lock.locks.Primitive.run'");
	}

	@ParameterizedTest
	@ValueSource(classes = { OfFuture.class, OfStream.class, OfIterator.class, OfSupplier.class, OfSequence.class,
			OfRunnable.class, OfThread.class })
	void refusesAReturnTypeWhoseWorkCanNotBeHeld(Class<?> type) {
		LockContexts.assertRefused(type, type.getSimpleName() + ".run", "whose work is done later", "Return a");
	}

	@ParameterizedTest
	@ValueSource(classes = { OfFutureOfFuture.class, OfFutureOfStream.class, OfCallableOfFuture.class,
			OfOptionalFuture.class, OfFutureOfEntityOfFuture.class, OfEntityOfFuture.class, OfOwnEntityOfFuture.class })
	void refusesWorkWithinAResultThatWouldEndBeforeIt(Class<?> type) {
		LockContexts.assertRefused(type, type.getSimpleName() + ".run", "whose work is done later", "Return");
	}

	@ParameterizedTest
	@ValueSource(classes = { OfFutureOfSuppliers.class, OfEntityOfAnything.class, OfOwnSupplier.class })
	void acceptsValuesThatOnlyResembleLaterWork(Class<?> type) {
		LockContexts.runner().withBean(type).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { OfMono.class, OfPublisher.class })
	void refusesAPublisherWhereNothingHoldsIt(Class<?> type) {
		LockContexts.assertRefused(type, type.getSimpleName() + ".run", "whose work is done later", "Put reactor-core");
	}

	@Test
	void refusesAFutureThroughATypeVariable() {
		LockContexts.assertRefused(OfFutureByVariable.class, "OfFutureByVariable.run", "java.util.concurrent.Future",
				"Return a CompletableFuture");
	}

	@Test
	void refusesAFutureOfWhichOnlyTheApplicationMakesInstances() {
		LockContexts.assertRefused(OfOwnFuture.class, "OfOwnFuture.run", "OwnFuture, which only the application",
				"Declare the general type");
	}

	@Test
	void refusesToReleaseAfterTheTransactionWhatEndsLater() {
		LockContexts.assertRefused(
				LockContexts.runner().withBean(OfFutureAfterTransaction.class).withBean(NoTransactions.class),
				"OfFutureAfterTransaction.run", "may end later than the transaction", "Use AFTER_METHOD");
	}

	private static LockSettings settings(String name, LockOptions options) {
		return new LockSettings(LockOptions.NONE, Map.of(name, options));
	}

	static class Primitive {

		@DistributedLock(key = "key")
		public long run() {
			return 1;
		}

	}

	static class PrimitiveSkip {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public int run() {
			return 1;
		}

	}

	static class PrimitiveNull {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public boolean run() {
			return true;
		}

	}

	static class OfFuture {

		@DistributedLock(key = "key")
		public Future<String> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfStream {

		@DistributedLock(key = "key")
		public Stream<String> run() {
			return Stream.empty();
		}

	}

	static class OfIterator {

		@DistributedLock(key = "key")
		public Iterator<String> run() {
			return Collections.emptyIterator();
		}

	}

	static class OfRunnable {

		@DistributedLock(key = "key")
		public Runnable run() {
			return () -> {
			};
		}

	}

	static class OfThread {

		@DistributedLock(key = "key")
		public Thread run() {
			return new Thread(() -> {
			});
		}

	}

	static class OfSupplier {

		@DistributedLock(key = "key")
		public Supplier<String> run() {
			return () -> "";
		}

	}

	static class OfSequence {

		@DistributedLock(key = "key")
		public Sequence<String> run() {
			return Collections::emptyIterator;
		}

	}

	static class OfFutureOfFuture {

		@DistributedLock(key = "key")
		public CompletableFuture<CompletableFuture<String>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfFutureOfStream {

		@DistributedLock(key = "key")
		public CompletionStage<Stream<String>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfCallableOfFuture {

		@DistributedLock(key = "key")
		public Callable<CompletableFuture<String>> run() {
			return CompletableFuture::new;
		}

	}

	static class OfOptionalFuture {

		@DistributedLock(key = "key")
		public Optional<CompletableFuture<String>> run() {
			return Optional.empty();
		}

	}

	static class OfFutureOfEntityOfFuture {

		@DistributedLock(key = "key")
		public CompletableFuture<ResponseEntity<CompletableFuture<String>>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfEntityOfFuture {

		@DistributedLock(key = "key")
		public HttpEntity<CompletableFuture<String>> run() {
			return new HttpEntity<>(new CompletableFuture<>());
		}

	}

	static class OwnEntity extends HttpEntity<CompletableFuture<String>> {

	}

	static class OfOwnEntityOfFuture {

		@DistributedLock(key = "key")
		public OwnEntity run() {
			return new OwnEntity();
		}

	}

	static class OfFutureOfSuppliers {

		@DistributedLock(key = "key")
		public CompletableFuture<Map<String, Supplier<String>>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfEntityOfAnything {

		@DistributedLock(key = "key")
		public ResponseEntity<?> run() {
			return ResponseEntity.ok("");
		}

	}

	static class OwnSupplier implements Supplier<String> {

		@Override
		public String get() {
			return "";
		}

	}

	static class OfOwnSupplier {

		@DistributedLock(key = "key")
		public OwnSupplier run() {
			return new OwnSupplier();
		}

	}

	abstract static class OfVariable<R> {

		@DistributedLock(key = "key")
		public R run() {
			throw new UnsupportedOperationException();
		}

	}

	static class OfFutureByVariable extends OfVariable<Future<String>> {

	}

	static class OwnFuture extends CompletableFuture<String> {

	}

	static class OfOwnFuture {

		@DistributedLock(key = "key")
		public OwnFuture run() {
			return new OwnFuture();
		}

	}

	static class OfFutureAfterTransaction {

		@DistributedLock(key = "key", release = LockRelease.AFTER_TRANSACTION)
		public CompletableFuture<String> run() {
			return new CompletableFuture<>();
		}

	}

	@SuppressWarnings("serial")
	static class NoTransactions extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			throw new UnsupportedOperationException();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			throw new UnsupportedOperationException();
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			throw new UnsupportedOperationException();
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			throw new UnsupportedOperationException();
		}

	}

	static class OfMono {

		@DistributedLock(key = "key")
		public Mono<String> run() {
			return Mono.empty();
		}

	}

	static class OfPublisher {

		@DistributedLock(key = "key")
		public Flow.Publisher<String> run() {
			throw new UnsupportedOperationException();
		}

	}

}
