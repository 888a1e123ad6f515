package io.github.lockstarter.road;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The way of one call through the library.
 *
 * @param files the files whose methods were entered, as the names of their classes
 * @param crossings how often a thread went on in another file
 * @param entries how many methods and constructors were entered
 * @param between how often a thread crossed from one file to another, most often first
 */
record Walk(SortedSet<String> files, int crossings, int entries, List<String> between) {

	private static final String ROOT = "io.github.lockstarter.";

	static Walk of(Collection<List<String>> threads) {
		SortedSet<String> files = new TreeSet<>();
		int crossings = 0;
		int entries = 0;
		Map<String, Integer> between = new TreeMap<>();
		for (List<String> types : threads) {
			String last = "";
			for (String type : types) {
				String file = file(type);
				if (!file.equals(last)) {
					crossings++;
					between.merge(last + " → " + file, 1, Integer::sum);
				}
				last = file;
				files.add(file);
			}
			entries += types.size();
		}
		return new Walk(files, crossings, entries, mostFirst(between));
	}

	private static List<String> mostFirst(Map<String, Integer> counts) {
		return counts.entrySet()
			.stream()
			.sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
			.map((each) -> each.getValue() + "  " + each.getKey())
			.toList();
	}

	private static String file(String type) {
		int nested = type.indexOf('$');
		return type.substring(ROOT.length(), (nested >= 0) ? nested : type.length());
	}

	/**
	 * Count the crossings into a file that had been entered before.
	 */
	int turnsBack() {
		return this.crossings - this.files.size();
	}

}
