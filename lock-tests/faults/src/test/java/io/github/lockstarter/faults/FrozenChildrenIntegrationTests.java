package io.github.lockstarter.faults;

import io.github.lockstarter.testing.Full;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A lock that one has alone, and one that is read.
 */
@ParameterizedClass
@EnumSource(names = { "DISTRIBUTED", "READERS" })
@Full
class FrozenChildrenIntegrationTests extends FrozenChildrenContract {

}
