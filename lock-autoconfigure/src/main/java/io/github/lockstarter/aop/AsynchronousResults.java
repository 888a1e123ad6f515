package io.github.lockstarter.aop;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * All families of return types whose work ends after the method has returned.
 * Thread-safe.
 */
final class AsynchronousResults {

	private final SingletonSupplier<List<AsynchronousResult>> families;

	/**
	 * Create the families.
	 * @param others the families that need libraries of their own
	 */
	AsynchronousResults(Supplier<Stream<AsynchronousResult>> others) {
		this.families = SingletonSupplier.of(() -> Stream
			.concat(Stream.concat(Stream.of(new StageResult()), others.get()), Stream.of(new CallableResult()))
			.toList());
	}

	/**
	 * The family of a type; {@code null} if its work ends when it is returned.
	 */
	@Nullable AsynchronousResult of(Class<?> type) {
		for (AsynchronousResult family : this.families.obtain()) {
			if (family.includes(type)) {
				return family;
			}
		}
		return null;
	}

}
