@NullMarked
package io.github.lockstarter.sample.storm;

import org.jspecify.annotations.NullMarked;
