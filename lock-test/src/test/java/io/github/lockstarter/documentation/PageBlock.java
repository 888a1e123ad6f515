package io.github.lockstarter.documentation;

import java.util.List;

/**
 * A heading, paragraph, list item, table row or block of code in a page.
 *
 * @param line the number of its first line
 * @param kind what it is, with the level of a heading, the columns of a row or the
 * language of code
 * @param facts what is the same in every language: lines of code without comments, links,
 * code and numbers in text
 */
record PageBlock(int line, String kind, List<String> facts) {

}
