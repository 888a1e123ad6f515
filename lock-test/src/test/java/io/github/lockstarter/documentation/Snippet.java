package io.github.lockstarter.documentation;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Code from a page, as a source file that can be compiled. Its first line is followed by
 * the lines of the page as they are.
 *
 * @param page the name of the page
 * @param line the number of the first line
 * @param name the name of the package, not used by any other
 * @param source the source file
 */
record Snippet(String page, int line, String name, String source) {

	private static final Pattern LEFT_OUT_BODY = Pattern.compile("\\{ \\.\\.\\. }");

	private static final Pattern LEFT_OUT_LINE = Pattern.compile("(?m)^\\s*\\.\\.\\.$");

	private static final String IMPORTS = Stream
		.of("java.lang.annotation.*", "java.math.*", "java.time.*", "java.util.*", "java.util.concurrent.*",
				"java.util.concurrent.atomic.*", "java.util.concurrent.locks.*", "java.util.function.*",
				"java.util.stream.*", "javax.sql.*", "io.github.lockstarter.*",
				"io.github.lockstarter.DistributedLock.*", "io.github.lockstarter.LockClient.*",
				"io.github.lockstarter.LockFailureHandler.*", "io.github.lockstarter.integration.*",
				"io.github.lockstarter.leader.*", "io.github.lockstarter.observation.*", "io.micrometer.common.*",
				"org.apache.commons.logging.*", "io.github.lockstarter.core.StoreUnderTest",
				"io.github.lockstarter.store.*", "io.github.lockstarter.store.tck.*", "io.github.lockstarter.test.*",
				"io.github.lockstarter.test.spring.*", "org.junit.jupiter.api.Test",
				"org.springframework.beans.factory.annotation.*", "org.springframework.boot.test.context.*",
				"org.springframework.boot.testcontainers.service.connection.*",
				"org.springframework.context.annotation.*", "org.springframework.core.annotation.*",
				"org.springframework.context.event.EventListener", "org.springframework.dao.*",
				"org.springframework.http.*", "org.springframework.integration.dsl.IntegrationFlow",
				"org.springframework.integration.handler.advice.LockRequestHandlerAdvice",
				"org.springframework.integration.leader.DefaultCandidate",
				"org.springframework.integration.store.MessageGroupStore",
				"org.springframework.integration.support.leader.LockRegistryLeaderInitiator",
				"org.springframework.integration.support.locks.LockRegistry", "org.springframework.jdbc.core.simple.*",
				"org.springframework.scheduling.annotation.*", "org.springframework.stereotype.*",
				"org.springframework.test.context.*", "org.springframework.transaction.annotation.*",
				"org.springframework.web.bind.annotation.*", "org.testcontainers.junit.jupiter.*",
				"reactor.core.publisher.*", "com.redis.testcontainers.*", "redis.embedded.RedisServer",
				"redis.embedded.ports.*", "static java.time.Duration.*", "static org.assertj.core.api.Assertions.*",
				"static io.github.lockstarter.test.assertj.LockAssertions.*",
				"static " + Surroundings.class.getName() + ".*")
		.map((name) -> "import " + name + ";")
		.collect(Collectors.joining());

	/**
	 * Write code as one of the forms.
	 */
	static Snippet of(JavaBlock block, int offset, String code, Form form) {
		String name = "snippet_" + block.page().replaceAll("\\W", "_") + "_" + (block.line() + offset);
		String complete = LEFT_OUT_LINE
			.matcher(LEFT_OUT_BODY.matcher(code).replaceAll("{ throw new UnsupportedOperationException(); }"))
			.replaceAll("");
		String source = "package " + name + ";" + IMPORTS + types(code) + form.before + "\n" + complete + "\n"
				+ form.after;
		return new Snippet(block.page(), block.line() + offset, name, source);
	}

	/**
	 * Imports of single types beat those of whole packages. None of what the code
	 * declares itself, or means as an annotation.
	 */
	private static String types(String code) {
		return Arrays.stream(SurroundingTypes.class.getDeclaredClasses())
			.filter((type) -> !Pattern.compile("(@|class |interface |record )" + type.getSimpleName() + "\\b")
				.matcher(code)
				.find())
			.map((type) -> "import " + type.getCanonicalName() + ";")
			.collect(Collectors.joining());
	}

	/**
	 * What code on a page may be.
	 */
	enum Form {

		/** Whole classes. */
		TYPES("", ""),

		/** Methods and fields. */
		MEMBERS("class Example extends Surroundings {", "}"),

		/** Some statements. */
		STATEMENTS("class Example extends Surroundings { void example() throws Throwable {", "}}"),

		/** Annotations of something that the page leaves out. */
		ANNOTATIONS("", "class Example {}");

		private final String before;

		private final String after;

		Form(String before, String after) {
			this.before = before.replace("Surroundings", Surroundings.class.getName());
			this.after = after;
		}

	}

}
