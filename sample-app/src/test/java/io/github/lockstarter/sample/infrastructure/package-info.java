@NullMarked
package io.github.lockstarter.sample.infrastructure;

import org.jspecify.annotations.NullMarked;
