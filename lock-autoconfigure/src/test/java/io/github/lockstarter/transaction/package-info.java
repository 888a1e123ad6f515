@NullMarked
package io.github.lockstarter.transaction;

import org.jspecify.annotations.NullMarked;
