package io.github.lockstarter.reactive.transaction;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.KotlinDetector;
import org.springframework.core.Ordered;
import org.springframework.core.ReactiveAdapter;
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
	 * The methods with a transaction and a result whose work is yet to begin. A future's
	 * has begun, and the caller is to get that very future.
	 */
	private static final class ReactiveTransactions extends StaticMethodMatcherPointcut {

		private final Supplier<TransactionAttributeSource> transactions;

		ReactiveTransactions(Supplier<TransactionAttributeSource> transactions) {
			this.transactions = transactions;
		}

		@Override
		public boolean matches(Method method, Class<?> type) {
			return (KotlinDetector.isSuspendingFunction(method) || isDeferred(method.getReturnType()))
					&& this.transactions.get().hasTransactionAttribute(method, type);
		}

		private static boolean isDeferred(Class<?> returned) {
			ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned);
			return adapter != null && adapter.getDescriptor().isDeferred();
		}

	}

}
