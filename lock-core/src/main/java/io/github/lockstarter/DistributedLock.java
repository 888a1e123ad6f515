package io.github.lockstarter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;

/**
 * Runs a method under a distributed lock: on all machines together, one caller at a time
 * per key.
 *
 * <pre class="code">
 * &#64;DistributedLock(key = "order_lock_#{#orderId}", waitTime = 10, leaseTime = 30)
 * public void processOrder(String orderId) { ... }
 * </pre>
 *
 * <p>
 * On a class it applies to every public method that the class declares; an annotation on
 * the method replaces the one on the class. It may stand on an interface or its methods,
 * and it may be composed into an annotation of your own.
 *
 * <p>
 * A call that does not obtain the lock never runs the method: {@link #fallback()}, the
 * {@link LockFailureHandler} beans and {@link #failStrategy()} decide, in this order,
 * what happens instead. An exception of the method itself passes through unchanged. A
 * nested call for a key that the calling thread holds already enters at once. A call from
 * within the same object does not pass the proxy and takes no lock.
 *
 * <p>
 * Settings under {@code distributed-lock.locks.<name>} beat those of the annotation,
 * which beat the properties {@code distributed-lock.wait-time} and
 * {@code distributed-lock.lease-time}.
 *
 * @see LockClient
 */
@Target({ ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface DistributedLock {

	/**
	 * The key to lock, as one or several templates: literal text with <code>#{…}</code>
	 * (a SpEL expression) and <code>${…}</code> (a property, resolved once at start-up).
	 * Expressions see what those of {@code @Cacheable} see:
	 * <ul>
	 * <li>{@code #orderId}: a parameter by its name, also {@code #p0} or {@code #a0} by
	 * its position</li>
	 * <li>{@code #root.method}, {@code #root.target}, {@code #root.targetClass},
	 * {@code #root.methodName}, {@code #root.args[0]}</li>
	 * <li>{@code @name}: a bean</li>
	 * </ul>
	 * A bare expression, {@code "#orderId"}, works as well. A part that is null or blank
	 * is an error. A part that is a collection or an array, or several templates, lock
	 * all their keys together, or none.
	 * @return the key templates
	 */
	String[] key();

	/**
	 * A short stable name for settings and metrics, the same for all keys. By default
	 * {@code Class.method}, for example {@code OrderService.processOrder}.
	 * @return the name of the lock
	 */
	String name() default "";

	/**
	 * The kind of lock, by default {@link LockKind#MUTEX}, which is shared with nobody.
	 * Methods that exclude each other lock the same key: readers with the kind
	 * {@link LockKind#READ}, writers without it.
	 * @return the kind of lock
	 */
	LockKind kind() default LockKind.MUTEX;

	/**
	 * The number of permits of a {@linkplain LockKind#SEMAPHORE semaphore} that a call
	 * uses. By default 1.
	 * @return the number, up to the {@link #capacity()}, or -1 for the default
	 */
	int permits() default -1;

	/**
	 * The number of permits of a {@linkplain LockKind#SEMAPHORE semaphore}: at most that
	 * many are in use at a time, on all machines together.
	 * @return the number, at least 1
	 */
	int capacity() default -1;

	/**
	 * The {@link #capacity()} as text: a number, or a placeholder <code>${…}</code> for
	 * one.
	 * @return the capacity as text
	 */
	String capacityString() default "";

	/**
	 * Whether calls get the lock in the order in which they came, over all threads of all
	 * JVMs, instead of JVM by JVM. The order holds among such calls only, so all users of
	 * the lock should set this. Only for {@link LockKind#MUTEX}.
	 * @return whether the lock is fair
	 */
	boolean fair() default false;

	/**
	 * The largest number of locks, however many keys there are: what precedes the first
	 * expression of the key stays, and what follows is replaced by a number, as
	 * {@link LockSegments} does. Calls whose keys have the same number exclude each
	 * other. By default each key is a lock of its own.
	 * @return the number, from 1 to 65536, or -1 for the default
	 */
	int segments() default -1;

	/**
	 * The longest time that a call waits for the lock, in {@link #timeUnit()}, the
	 * network included; 0 does not wait. By default {@code distributed-lock.wait-time}.
	 * @return the wait time, or -1 for the default
	 */
	long waitTime() default -1;

	/**
	 * The {@link #waitTime()} as text: a duration like {@code 500ms}, {@code 10s} or
	 * {@code PT10S}, a plain number in {@link #timeUnit()}, or a placeholder
	 * <code>${…}</code> for one of these. Ten years, {@code 3650d}, means no limit.
	 * @return the wait time as text
	 */
	String waitTimeString() default "";

	/**
	 * The time for which Redis keeps the lock of a holder that has gone silent, in
	 * {@link #timeUnit()}. It does not limit how long a method runs while renewal is on.
	 * By default {@code distributed-lock.lease-time}.
	 * @return the lease time, or -1 for the default
	 */
	long leaseTime() default -1;

	/**
	 * The {@link #leaseTime()} as text, in the same forms as {@link #waitTimeString()}.
	 * @return the lease time as text
	 */
	String leaseTimeString() default "";

	/**
	 * The unit of {@link #waitTime()}, {@link #leaseTime()}, {@link #maxHold()} and
	 * {@link #minHold()}, and of plain numbers in text forms.
	 * @return the time unit
	 */
	TimeUnit timeUnit() default TimeUnit.SECONDS;

	/**
	 * The condition under which a call takes the lock: an expression, such as
	 * {@code #order.express}, or a placeholder <code>${…}</code> for {@code true} or
	 * {@code false}. It sees what the expressions of {@link #key()} see, and is evaluated
	 * before them. <b>Where it is false, the method runs without the lock.</b> By default
	 * all calls take it.
	 * @return the expression
	 */
	String condition() default "";

	/**
	 * The strategy of a call that did not obtain the lock in time and has no
	 * {@link #fallback()}.
	 * @return the strategy
	 */
	LockFailStrategy failStrategy() default LockFailStrategy.EXCEPTION;

	/**
	 * The name of a method of the same bean that is called instead of this one, without
	 * the lock, if the lock was not obtained in time. It has the same parameters, or one
	 * more at the end: the {@link LockException}. It returns the same type, or a subtype.
	 * It may be private, and is called on the bean itself: no advice applies to it. Its
	 * exceptions pass through unchanged.
	 * @return the name of the method
	 */
	String fallback() default "";

	/**
	 * Whether the lease is renewed while the method runs. It is not if either this or
	 * {@code distributed-lock.renewal.enabled} is false; then a method that runs longer
	 * than its lease loses the lock.
	 * @return whether to renew
	 */
	boolean autoRenew() default true;

	/**
	 * Whether a call by a thread that holds the lock already enters it again. Without
	 * re-entry such a call is refused at once, as if another held the lock.
	 * @return whether to enter again
	 */
	boolean reentrant() default true;

	/**
	 * The number of threads of this JVM that may wait for one key at a time; a call
	 * beyond that is refused at once, as if its time had run out. By default
	 * {@code distributed-lock.max-waiters}.
	 * @return the number, at least 1, or -1 for the default
	 */
	int maxWaiters() default -1;

	/**
	 * The longest time for which the lock may be held, in {@link #timeUnit()}: it is not
	 * renewed beyond that time, and counts as lost from then on. By default
	 * {@code distributed-lock.max-hold}; if that is not set either, as long as the method
	 * runs.
	 * @return the maximum hold time, or -1 for the default
	 */
	long maxHold() default -1;

	/**
	 * The {@link #maxHold()} as text, in the same forms as {@link #waitTimeString()}.
	 * @return the maximum hold time as text
	 */
	String maxHoldString() default "";

	/**
	 * The policy for a running method whose lock is lost. By default
	 * {@code distributed-lock.on-loss}.
	 * @return the policy
	 */
	LossPolicy onLoss() default LossPolicy.DEFAULT;

	/**
	 * The policy of a call when Redis is unavailable. By default
	 * {@code distributed-lock.on-unavailable}.
	 * @return the policy
	 */
	UnavailablePolicy onUnavailable() default UnavailablePolicy.DEFAULT;

	/**
	 * The shortest time for which the lock is kept, in {@link #timeUnit()}, from the
	 * moment it was acquired, by the clock of Redis, even if the method ends earlier. So
	 * a job that all machines start at about the same time runs once, if this time is
	 * longer than the difference between their clocks.
	 * @return the time, or -1 for none
	 */
	long minHold() default -1;

	/**
	 * The {@link #minHold()} as text, in the same forms as {@link #waitTimeString()}.
	 * @return the time as text
	 */
	String minHoldString() default "";

	/**
	 * The way in which a call learns that it may take the lock. By default
	 * {@code distributed-lock.wait-strategy}. The pauses of {@link WaitStrategy#BACK_OFF}
	 * are set by the properties {@code back-off} of all locks, or of this one.
	 * @return the strategy
	 */
	WaitStrategy waitStrategy() default WaitStrategy.DEFAULT;

	/**
	 * The time after which a thread that holds or waits for the lock is reported at WARN,
	 * as text in the same forms as {@link #waitTimeString()}. By default
	 * {@code distributed-lock.warn-after}.
	 * @return the time as text
	 */
	String warnAfterString() default "";

	/**
	 * The moment at which the lock is released if the method is called inside a
	 * transaction of its caller.
	 * @return the moment of the release
	 */
	LockRelease release() default LockRelease.AFTER_METHOD;

	/**
	 * The moment at which a lock is released.
	 */
	enum LockRelease {

		/**
		 * The default: at the end of the method. A transaction of its caller then commits
		 * after the release, which is reported once.
		 */
		AFTER_METHOD,

		/**
		 * After the end of the transaction in which the method was called, whatever its
		 * outcome; without a transaction, at the end of the method.
		 */
		AFTER_TRANSACTION

	}

	/**
	 * The strategy of a call that did not obtain the lock in time. No strategy ever runs
	 * the method. An interrupt while waiting is an exception under every strategy, and so
	 * is an unavailable Redis unless {@link #onUnavailable()} says otherwise.
	 */
	enum LockFailStrategy {

		/**
		 * The default: throw {@link LockNotAcquiredException}.
		 */
		EXCEPTION,

		/**
		 * Return {@code null} and log it at WARN. Refused at start-up for methods that
		 * return a primitive.
		 */
		RETURN_NULL,

		/**
		 * Return the empty form of the return type ({@code null}, or
		 * {@code Optional.empty()}) and log it at DEBUG. Refused at start-up for methods
		 * that return a primitive.
		 */
		SKIP

	}

}
