package io.github.lockstarter.store;

/**
 * A store has no vote yet, as it may have forgotten a lease that lasts.
 */
public class NoVoteException extends StoreException {

	private static final long serialVersionUID = 1L;

	private final String server;

	/**
	 * Create the exception.
	 * @param message why it has no vote
	 * @param server the id of its server, as in {@link StoreClock#server()}; empty if it
	 * is unknown
	 */
	public NoVoteException(String message, String server) {
		super(message, true, Kind.NOT_READY, null);
		this.server = server;
	}

	/**
	 * The id of the server that has no vote.
	 * @return the id, or an empty text
	 */
	public String getServer() {
		return this.server;
	}

}
