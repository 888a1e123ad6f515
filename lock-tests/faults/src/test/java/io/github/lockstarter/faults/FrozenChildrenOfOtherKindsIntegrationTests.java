package io.github.lockstarter.faults;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Permits, a lock that is taken in order, and one that no thread waits for.
 */
@Tag("soak")
@ParameterizedClass
@EnumSource(names = { "PERMITS", "FAIR", "MONOS" })
class FrozenChildrenOfOtherKindsIntegrationTests extends FrozenChildrenContract {

}
