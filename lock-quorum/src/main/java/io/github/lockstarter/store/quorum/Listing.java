package io.github.lockstarter.store.quorum;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.LockPage;

/**
 * Lists the locks of one node after the other. A lock that a majority has is on a page of
 * each node of that majority, so a minority of nodes may be left out.
 */
final class Listing {

	private final Nodes nodes;

	Listing(Nodes nodes) {
		this.nodes = nodes;
	}

	CompletionStage<LockPage> page(String cursor, int count) {
		return page(cursor.isEmpty() ? new Cursor(0, 0, LockPage.FIRST) : Cursor.of(cursor), count);
	}

	private CompletionStage<LockPage> page(Cursor cursor, int count) {
		return this.nodes.all()
			.get(cursor.node)
			.ask((session) -> session.scan(cursor.at, count))
			.handle((page, thrown) -> {
				if (page != null) {
					return CompletableFuture.completedStage(new LockPage(page.keys(), next(cursor, page)));
				}
				int failed = cursor.failed + 1;
				return (failed > this.nodes.size() - this.nodes.majority())
						? CompletableFuture.<LockPage>failedStage(Node.failure(thrown)) : after(cursor, failed, count);
			})
			.thenCompose((page) -> page);
	}

	private CompletionStage<LockPage> after(Cursor failing, int failed, int count) {
		return (failing.node + 1 < this.nodes.size())
				? page(new Cursor(failing.node + 1, failed, LockPage.FIRST), count)
				: CompletableFuture.completedStage(new LockPage(List.of(), ""));
	}

	private String next(Cursor cursor, LockPage page) {
		if (!page.isLast()) {
			return new Cursor(cursor.node, cursor.failed, page.next()).text();
		}
		return (cursor.node + 1 < this.nodes.size()) ? new Cursor(cursor.node + 1, cursor.failed, LockPage.FIRST).text()
				: "";
	}

	/**
	 * The position of a listing.
	 *
	 * @param node the node that is listed
	 * @param failed the number of nodes that could not be listed
	 * @param at the cursor of that node
	 */
	private record Cursor(int node, int failed, String at) {

		static Cursor of(String text) {
			String[] parts = text.split(":", 3);
			if (parts.length < 3) {
				throw new IllegalArgumentException("There is no page '" + text + "' of a quorum of lock stores.");
			}
			return new Cursor(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2]);
		}

		String text() {
			return this.node + ":" + this.failed + ":" + this.at;
		}

	}

}
