package io.github.lockstarter.documentation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A page and the same page in another language.
 */
record Translation(Page page, Page translated) {

	/**
	 * What one of the pages has and the other has not, up to the first block that is of
	 * another kind: from there on nothing corresponds.
	 * @return a line for each difference; empty if there is none
	 */
	List<String> differences() {
		List<String> differences = new ArrayList<>();
		int length = Math.max(this.page.blocks().size(), this.translated.blocks().size());
		for (int i = 0; i < length; i++) {
			if (!kind(this.page, i).equals(kind(this.translated, i))) {
				differences.add(place(this.page, i) + " is a " + kind(this.page, i) + ", but "
						+ place(this.translated, i) + " is a " + kind(this.translated, i));
				break;
			}
			compareFacts(i, differences);
		}
		return differences;
	}

	private void compareFacts(int i, List<String> differences) {
		List<String> facts = this.page.blocks().get(i).facts();
		List<String> others = this.translated.blocks().get(i).facts();
		if (!facts.equals(others)) {
			differences.add(kind(this.page, i) + ": " + place(this.page, i) + " alone has " + without(facts, others)
					+ ", " + place(this.translated, i) + " alone has " + without(others, facts)
					+ (without(facts, others).equals(without(others, facts)) ? ": the order differs" : ""));
		}
	}

	private static List<String> without(Collection<String> facts, Collection<String> others) {
		List<String> left = new ArrayList<>(facts);
		others.forEach(left::remove);
		return left;
	}

	private static String kind(Page page, int i) {
		return (i < page.blocks().size()) ? page.blocks().get(i).kind() : "missing block";
	}

	private static String place(Page page, int i) {
		return (i < page.blocks().size()) ? page.name() + ":" + page.blocks().get(i).line()
				: "the end of " + page.name();
	}

}
