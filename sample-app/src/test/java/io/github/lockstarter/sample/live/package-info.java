@NullMarked
package io.github.lockstarter.sample.live;

import org.jspecify.annotations.NullMarked;
