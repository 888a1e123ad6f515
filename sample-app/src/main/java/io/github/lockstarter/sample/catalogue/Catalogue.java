package io.github.lockstarter.sample.catalogue;

import java.time.Instant;
import java.util.List;

/**
 * The items for sale. Costly to build, hence cached.
 *
 * @param items the names of the items
 * @param builtBy the instance that built it
 * @param builtAt when it was built
 */
public record Catalogue(List<String> items, String builtBy, Instant builtAt) {
}
