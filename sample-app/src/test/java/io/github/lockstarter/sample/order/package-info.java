@NullMarked
package io.github.lockstarter.sample.order;

import org.jspecify.annotations.NullMarked;
