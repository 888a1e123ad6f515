package io.github.lockstarter.faults.history;

/**
 * What a lock does that one store keeps, see {@link InReigns}.
 *
 * @param <S> its state, with {@code equals}
 */
public interface StoreModel<S> extends Model<S> {

	/**
	 * Tell whether somebody holds the lock, or a share of it.
	 */
	boolean isHolder(S state, String holder);

	/**
	 * Tell whether whatever may follow another state may follow this one as well.
	 */
	boolean allowsAllOf(S state, S other);

}
