package io.github.lockstarter.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs all tests of a class once on each chosen {@link RedisTopology}, which its
 * constructor takes.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ParameterizedClass(name = "{0}")
@MethodSource("io.github.lockstarter.testing.RedisTopology#chosen")
@Tag("each-topology")
public @interface EachRedisTopology {

}
