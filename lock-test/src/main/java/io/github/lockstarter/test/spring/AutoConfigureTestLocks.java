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
import io.github.lockstarter.test.RecordingLockClient;
import io.github.lockstarter.test.TestLockMode;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;

/**
 * For a test class: its application context takes locks without a store and records them,
 * those of {@link DistributedLock @DistributedLock} too. The {@link LockClient} is a
 * {@link RecordingLockClient}, to be injected as such; it is
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
		LockAopAutoConfiguration.class, AopAutoConfiguration.class })
public @interface AutoConfigureTestLocks {

	/**
	 * How locks behave.
	 * @return the mode
	 */
	TestLockMode mode() default TestLockMode.IN_MEMORY;

}
