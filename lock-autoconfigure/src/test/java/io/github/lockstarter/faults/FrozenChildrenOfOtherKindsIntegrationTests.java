package io.github.lockstarter.faults;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Permits, and a lock that is taken in order.
 */
@Tag("soak")
@ParameterizedClass
@EnumSource(names = { "PERMITS", "FAIR" })
class FrozenChildrenOfOtherKindsIntegrationTests extends FrozenChildrenContract {

}
