package io.github.lockstarter.test.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveTransactionAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockWebAutoConfiguration;
import io.github.lockstarter.test.RecordingLockClient;
import io.github.lockstarter.test.TestLockMode;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;

/**
 * Lets the application context of a test class take locks without a store and record
 * them, including those of {@link DistributedLock @DistributedLock}. The
 * {@link LockClient} is a {@link RecordingLockClient}, to be injected as such; it is
 * {@linkplain RecordingLockClient#reset() reset} before each test method.
 *
 * <pre class="code">
 * &#64;SpringBootTest
 * &#64;AutoConfigureTestLocks
 * class OrderServiceTests {
 *
 *     &#64;Autowired
 *     RecordingLockClient locks;
 *
 *     ...
 *
 * }
 * </pre>
 *
 * <p>
 * Works in tests of a slice of the application as well. Settings under
 * {@code distributed-lock} apply, such as wait times.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration({ TestLocksAutoConfiguration.class, LockAutoConfiguration.class,
		LockAopAutoConfiguration.class, LockReactiveAutoConfiguration.class, LockTransactionAutoConfiguration.class,
		LockReactiveTransactionAutoConfiguration.class, LockWebAutoConfiguration.class, AopAutoConfiguration.class })
public @interface AutoConfigureTestLocks {

	/**
	 * The behaviour of the locks.
	 * @return the mode
	 */
	TestLockMode mode() default TestLockMode.IN_MEMORY;

}
