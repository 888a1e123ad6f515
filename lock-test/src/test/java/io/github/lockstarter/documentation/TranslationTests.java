package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the pages that exist in two languages say the same: block by block the same
 * headings, lists, tables and code, and in them the same links, code and numbers.
 */
class TranslationTests {

	private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();

	private static final String ENGLISH_PAGE = """
			# Locks

			Waits 10 s for a `lock`, see [below](#what-else) and [keys](docs/keys.md).

			## What else?

			- A list.

			| property | default |
			|---|---|
			| `wait-time` | `10s` |

			```java
			lock.close();    // at once
			```

			![plot](plot.svg)
			""";

	private static final String CHINESE_PAGE = """
			# 锁

			等待 `lock`，最长 10 s；见[下文](#还有什么)和[键](docs/keys.md)。

			## 还有什么？

			- 列表。

			| 属性 | 默认值 |
			|---|---|
			| `wait-time` | `10s` |

			```java
			lock.close();    // 立即
			```

			![图](plot.svg)
			""";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "README", "docs/README" })
	void bothLanguagesSayTheSame(String name) throws IOException {
		Path english = ROOT.resolve(name + ".md");
		Path chinese = ROOT.resolve(name + Page.CHINESE);
		assertThat(new Translation(Page.of(english), Page.of(chinese)).differences()).isEmpty();
		assertThat(Files.readString(english)).contains("English | [中文](README.zh-CN.md)\n");
		assertThat(Files.readString(chinese)).contains("[English](README.md) | 中文\n");
	}

	@Test
	void wordsCommentsAndTheNamesOfHeadingsMayDiffer() throws IOException {
		assertThat(differences(ENGLISH_PAGE, CHINESE_PAGE)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					"## 还有什么" | "### 还有什么" | is a heading of level 2, but README.zh-CN.md:5 is a heading of level 3
					- 列表。      | 列表。        | README.md:7 is a list item, but README.zh-CN.md:7 is a paragraph
					`wait-time`  | `wait`        | "README.md:11 alone has [`wait-time` in column 1], README.zh-CN.md:11 alone has [`wait`"
					`10s`        | `20s`         | "README.md:11 alone has [`10s` in column 2], README.zh-CN.md:11 alone has [`20s`"
					10 s         | 20 s          | "README.md:3 alone has [10], README.zh-CN.md:3 alone has [20]"
					keys.md      | key.md        | "README.md:3 alone has [link to docs/keys.md], README.zh-CN.md:3 alone has [link to docs/key.md]"
					keys.md      | keys.zh-CN.md | "README.zh-CN.md:3 alone has [link to docs/keys.zh-CN.md]"
					"#还有什么"   | #什么          | "alone has [link to #什么, which is no heading]"
					lock.close() | lock.shut()   | "README.md:13 alone has [lock.close();], README.zh-CN.md:13 alone has [lock.shut();]"
					java         | kotlin        | README.md:13 is a block of code (java)
					plot.svg     | plots.svg     | README.md:17 alone has [link to plot.svg]
					""")
	void aDifferenceIsToldWithItsPlace(String text, String changed, String message) throws IOException {
		assertThat(CHINESE_PAGE).contains(text);
		assertThat(differences(ENGLISH_PAGE, CHINESE_PAGE.replace(text, changed))).singleElement()
			.asString()
			.contains(message);
	}

	@Test
	void aSectionARowAndAnOrderThatOneLanguageLacksAreTold() throws IOException {
		assertThat(differences(ENGLISH_PAGE + "\n## New\n", CHINESE_PAGE))
			.containsExactly("README.md:19 is a heading of level 2, but the end of README.zh-CN.md is a missing block");
		assertThat(differences(ENGLISH_PAGE.replace("\n\n```java", "\n| more | |\n\n```java"), CHINESE_PAGE))
			.containsExactly("README.md:12 is a row of 2 columns, but README.zh-CN.md:13 is a block of code (java)");
		assertThat(differences("[a](a.md), [b](b.md)", "[b](b.md)、[a](a.md)")).singleElement()
			.asString()
			.contains("the order differs");
	}

	@Test
	void aPageMayLinkToOneOfItsOwnLanguage() throws IOException {
		assertThat(differences("English | [中文](README.zh-CN.md)", "[English](README.md) | 中文")).isEmpty();
	}

	private List<String> differences(String english, String chinese) throws IOException {
		Path page = Files.writeString(this.directory.resolve("README.md"), english);
		Path translated = Files.writeString(this.directory.resolve("README" + Page.CHINESE), chinese);
		return new Translation(Page.of(page), Page.of(translated)).differences();
	}

}
