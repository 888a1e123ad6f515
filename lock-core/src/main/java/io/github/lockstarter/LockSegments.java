package io.github.lockstarter;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Maps any number of business keys to a limited number of locks, which are called
 * segments: two business keys of one segment exclude each other, though they have nothing
 * to do with each other.
 *
 * <pre class="code">
 * private static final LockSegments ORDERS = LockSegments.of("order-", 64);
 *
 * lockClient.lock(ORDERS.key(orderId)).run(() -&gt; ...);
 * </pre>
 *
 * <p>
 * The lock of a business key is {@code <prefix>#<number>}, with the CRC-32C of the
 * business key in UTF-8, modulo the number of segments. It is the same lock as that of
 * {@code @DistributedLock(key = "order-#{#orderId}", segments = 64)}. Immutable.
 */
public final class LockSegments {

	private static final Range<Integer> COUNT = new Range<>(1, 65_536);

	private final String prefix;

	private final int count;

	private LockSegments(String prefix, int count) {
		this.prefix = prefix;
		this.count = count;
	}

	/**
	 * Create segments. All callers that exclude each other need the same prefix and the
	 * same number.
	 * @param prefix the beginning of the locks' keys
	 * @param count the largest number of locks, from 1 to 65536
	 * @return the segments
	 * @throws IllegalArgumentException if the prefix is blank, or the number not allowed
	 */
	public static LockSegments of(String prefix, int count) {
		if (prefix == null || prefix.isBlank()) {
			throw new IllegalArgumentException(
					"The prefix of the segments is null or blank; give one that says what they lock, such as 'order-'.");
		}
		if (!COUNT.includes(count)) {
			throw new IllegalArgumentException(
					"The number of segments is '" + count + "', but it has to be " + COUNT + ".");
		}
		return new LockSegments(prefix, count);
	}

	/**
	 * The key of the lock for a business key.
	 * @param businessKey the business key, without the prefix
	 * @return the key to lock
	 * @throws LockKeyException if the business key is null or blank
	 */
	public String key(String businessKey) {
		if (businessKey == null || businessKey.isBlank()) {
			throw new LockKeyException("A business key of the segments '" + LogText.of(this.prefix)
					+ "' is null or blank; two callers without one would exclude each other.", null);
		}
		CRC32C checksum = new CRC32C();
		checksum.update(businessKey.getBytes(StandardCharsets.UTF_8));
		return this.prefix + '#' + checksum.getValue() % this.count;
	}

	@Override
	public String toString() {
		return "LockSegments[" + this.prefix + ", " + this.count + "]";
	}

}
