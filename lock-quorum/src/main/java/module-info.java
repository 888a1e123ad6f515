/**
 * The store of locks that several stores grant by majority.
 */
module io.github.lockstarter.quorum {

	requires transitive io.github.lockstarter;
	requires static org.jspecify;
	requires org.slf4j;

	exports io.github.lockstarter.store.quorum;

}
