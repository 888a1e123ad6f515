@NullMarked
package io.github.lockstarter.sample;

import org.jspecify.annotations.NullMarked;
