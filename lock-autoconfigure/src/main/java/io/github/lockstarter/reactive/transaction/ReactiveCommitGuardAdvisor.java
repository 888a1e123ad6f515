package io.github.lockstarter.reactive.transaction;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.KotlinDetector;
import org.springframework.core.Ordered;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Rolls back the reactive transaction of a method instead of committing it, if a lock
 * under which its pipeline runs is no longer certain. Its advice comes last, inside that
 * of the transaction.
 */
public final class ReactiveCommitGuardAdvisor extends DefaultPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	/**
	 * Create the advisor.
	 * @param transactions supplies the source of the methods' transaction attributes;
	 * asked when the first method of a bean is matched
	 */
	public ReactiveCommitGuardAdvisor(Supplier<TransactionAttributeSource> transactions) {
		super(new ReactiveTransactions(transactions), new ReactiveCommitGuard());
		setOrder(Ordered.LOWEST_PRECEDENCE);
	}

	/**
	 * The methods with a transaction and a result that shows the end of its work.
	 */
	private static final class ReactiveTransactions extends StaticMethodMatcherPointcut {

		private final Supplier<TransactionAttributeSource> transactions;

		ReactiveTransactions(Supplier<TransactionAttributeSource> transactions) {
			this.transactions = transactions;
		}

		@Override
		public boolean matches(Method method, Class<?> type) {
			boolean reactive = KotlinDetector.isSuspendingFunction(method)
					|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(method.getReturnType()) != null;
			return reactive && this.transactions.get().hasTransactionAttribute(method, type);
		}

	}

}
