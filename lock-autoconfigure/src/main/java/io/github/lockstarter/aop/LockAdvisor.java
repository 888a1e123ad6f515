package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockSettings;
import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * Applies {@link DistributedLock @DistributedLock} to the beans of an application
 * context. Register it as infrastructure, so that every auto-proxy creator finds it; it
 * needs no AspectJ.
 *
 * <p>
 * The {@link LockClient}, the {@link LockSettings} and the {@link LockFailureHandler}s
 * are looked up when they are first needed, so that the advisor, which exists before all
 * other beans, initializes none of them early. Thread-safe.
 */
public final class LockAdvisor extends AbstractPointcutAdvisor {

	/**
	 * The default order: after method security, whose advice has the orders 100 to 600,
	 * so that a refused call takes no lock; before transactions and caches, whose advice
	 * comes last, so that a transaction begun by the locked method commits before the
	 * lock is released.
	 */
	public static final int DEFAULT_ORDER = 1000;

	private static final long serialVersionUID = 1L;

	private final transient LockAnnotations annotations = new LockAnnotations();

	private final transient LockedMethods methods;

	private final transient SingletonSupplier<Transactions> transactions;

	private final transient Pointcut pointcut;

	private final transient Advice advice;

	/**
	 * Create the advisor.
	 * @param beanFactory the factory of the beans to advise
	 * @param order the place among the other advisors; the lower, the further outside
	 */
	public LockAdvisor(ConfigurableListableBeanFactory beanFactory, int order) {
		AsynchronousResults asynchronous = new AsynchronousResults(
				() -> beanFactory.getBeanProvider(AsynchronousResult.class).orderedStream());
		this.methods = new LockedMethods(this.annotations, beanFactory, asynchronous);
		this.transactions = SingletonSupplier
			.of(() -> beanFactory.getBeanProvider(Transactions.class).getIfAvailable(() -> Transactions.NONE));
		this.pointcut = new LockPointcut(this.annotations, new BeanProxies(beanFactory));
		this.advice = new LockInterceptor(this.methods, () -> beanFactory.getBean(LockClient.class),
				new SynchronousCalls(this.transactions), new FailureHandlers(
						() -> beanFactory.getBeanProvider(LockFailureHandler.class).orderedStream().toList()));
		setOrder(order);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

	LockAnnotations annotations() {
		return this.annotations;
	}

	Transactions transactions() {
		return this.transactions.obtain();
	}

	LockedMethods methods() {
		return this.methods;
	}

}
