package io.github.lockstarter.autoconfigure;

import java.util.Locale;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a lock is kept in a store of this kind that is not the standard one.
 */
class OnFurtherLockStoreCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String kind = metadata.getAnnotations().get(ConditionalOnFurtherLockStore.class).getString("value");
		LockProperties.Store store = LockProperties.Store.valueOf(kind.toUpperCase(Locale.ROOT));
		Map<String, LockProperties.Store> locks = FurtherStores.locks(context.getEnvironment());
		return new ConditionOutcome(locks.containsValue(store),
				ConditionMessage.forCondition(ConditionalOnFurtherLockStore.class)
					.because("the locks with a store of their own are " + locks));
	}

}
