package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that all Java in the documentation compiles.
 */
class DocumentationTests {

	private static final SnippetCompiler COMPILER = new SnippetCompiler();

	private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();

	@Test
	void everyExampleCompiles() throws IOException {
		List<JavaBlock> blocks = new ArrayList<>();
		for (Path page : pages()) {
			blocks.addAll(JavaBlock.of(ROOT, page));
		}
		assertThat(blocks).extracting(JavaBlock::page).contains("README.md", "docs/keys.md", "docs/migration.md");
		assertThat(COMPILER.compile(blocks)).isEmpty();
	}

	private static List<Path> pages() throws IOException {
		try (Stream<Path> atRoot = Files.list(ROOT);
				Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
				Stream<Path> sample = Files.list(ROOT.resolve("sample-app"))) {
			return Stream.of(atRoot, docs, sample)
				.flatMap((paths) -> paths)
				.filter((path) -> path.toString().endsWith(".md"))
				.sorted()
				.toList();
		}
	}

	@Test
	void classesMembersStatementsAndAnnotationsCompile() throws IOException {
		assertThat(compile("class Locked { LockClient locks; }")).isEmpty();
		assertThat(compile("@DistributedLock(key = \"a\")\nvoid run() { ... }\n\nOrder order;")).isEmpty();
		assertThat(compile("try (LockHandle mine = lockClient.lock(\"a\").acquire()) {\n\n    ...\n}")).isEmpty();
		assertThat(compile("@DistributedLock(key = \"a\")")).isEmpty();
		assertThat(compile("void run() {\n}\n\nheld.close();")).isEmpty();
	}

	@Test
	void whatDoesNotCompileIsToldWithPageAndLine() throws IOException {
		assertThat(compile("void run() {\n    unknown.call();\n}\n\nheld.shut();")).satisfiesExactlyInAnyOrder(
				(problem) -> assertThat(problem).startsWith("page.md:11: ").contains("unknown.call();"),
				(problem) -> assertThat(problem).startsWith("page.md:14: ").contains("held.shut();"));
		assertThat(compile("held.close();\n\nno Java at all")).singleElement()
			.asString()
			.startsWith("page.md:12: ")
			.contains("no Java");
		assertThat(compile("@DistributedLock(keys = \"a\")\nvoid run() { ... }")).isNotEmpty();
	}

	private static List<String> compile(String code) throws IOException {
		return COMPILER.compile(List.of(new JavaBlock("page.md", 10, code)));
	}

	@Test
	void onlyBlocksOfJavaAreTakenAndNotThoseThatAreExcluded(@TempDir Path directory) throws IOException {
		Path page = Files.writeString(directory.resolve("page.md"), """
				Text
				```java
				one();
				two();
				```
				```sh
				mvn
				```
				<!-- not compiled: of another library -->
				```java
				three();
				```
				""");
		assertThat(JavaBlock.of(directory, page)).containsExactly(new JavaBlock("page.md", 3, "one();\ntwo();"));
	}

}
