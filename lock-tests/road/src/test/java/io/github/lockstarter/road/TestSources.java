package io.github.lockstarter.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.testing.ProjectFiles;

/**
 * All classes of tests of this project, read from their sources, since no module has the
 * classes of all others.
 */
final class TestSources {

	private static final Path ROOT = ProjectFiles.find("");

	private static final Pattern TEST = Pattern.compile("^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b",
			Pattern.MULTILINE);

	private static final Pattern TYPE = Pattern.compile(
			"^(?:public |final |sealed |non-sealed |abstract |open |internal )*(?:class|interface|@interface) (\\w+)"
					+ "(?:<[^{]*?>)?(?:\\([^)]*\\))?(?:\\s+extends (\\w+))?",
			Pattern.MULTILINE);

	/** Annotations that follow each other, with the blanks before the first. */
	private static final Pattern ANNOTATIONS = Pattern.compile("^(\\t*)@\\w+.*(?:\\R\\1(?:@|\\t).*)*",
			Pattern.MULTILINE);

	private static final Pattern ANNOTATION = Pattern.compile("@(\\w+)(?:\\(\"([^\"]*)\"\\))?");

	private final Map<String, Source> sources = new HashMap<>();

	private final List<Source> all = new ArrayList<>();

	private TestSources() {
	}

	static List<TestClass> read() throws IOException {
		TestSources sources = new TestSources();
		Files.walkFileTree(ROOT, sources.new Visitor());
		return sources.all.stream().filter(Source::hasTests).map(sources::describe).toList();
	}

	/** Tests, and the published or shared ones, which stand in main folders. */
	private static boolean mayHaveTests(Path file) {
		String path = ROOT.relativize(file).toString().replace('\\', '/');
		return (path.endsWith(".java") || path.endsWith(".kt"))
				&& (path.contains("/src/test/") || path.startsWith("lock-store-tck/")
						|| path.startsWith("lock-tests/support/") || path.startsWith("lock-test-time/"));
	}

	/** Other modules are being tested meanwhile, and their files come and go. */
	private final class Visitor extends SimpleFileVisitor<Path> {

		@Override
		public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
			String name = directory.getFileName().toString();
			return (name.equals("target") || name.equals(".git")) ? FileVisitResult.SKIP_SUBTREE
					: FileVisitResult.CONTINUE;
		}

		@Override
		public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
			if (mayHaveTests(file)) {
				add(file);
			}
			return FileVisitResult.CONTINUE;
		}

		@Override
		public FileVisitResult visitFileFailed(Path file, IOException failure) {
			return FileVisitResult.CONTINUE;
		}

	}

	private void add(Path file) {
		String text = text(file);
		Matcher type = TYPE.matcher(text);
		if (type.find()) {
			Source source = new Source(file, text, type.group(), type.group(1),
					(type.group(2) != null) ? type.group(2) : "");
			this.all.add(source);
			this.sources.put(source.simpleName(), source);
		}
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private TestClass describe(Source source) {
		Set<String> tags = tagsOf(source);
		List<Set<String>> members = new ArrayList<>();
		for (Annotations annotations : annotations(source)) {
			Set<String> own = tags(annotations);
			if (annotations.ofMember() && !own.isEmpty()) {
				own.addAll(tags);
				members.add(own);
			}
		}
		return new TestClass(source.module(), source.fullName(), tags, members);
	}

	/** Tags are inherited, from annotations as well. */
	private Set<String> tagsOf(Source source) {
		Set<String> tags = new HashSet<>();
		for (Annotations annotations : annotations(source)) {
			if (!annotations.ofMember()) {
				tags.addAll(tags(annotations));
			}
		}
		Source base = this.sources.get(source.base());
		if (base != null) {
			tags.addAll(tagsOf(base));
		}
		return tags;
	}

	private Set<String> tags(Annotations annotations) {
		Set<String> tags = new HashSet<>();
		Matcher annotation = ANNOTATION.matcher(annotations.text());
		while (annotation.find()) {
			Source meta = this.sources.get(annotation.group(1));
			if (annotation.group(1).equals("Tag")) {
				tags.add(annotation.group(2));
			}
			else if (meta != null && meta.declaration().contains("@interface")) {
				tags.addAll(tagsOf(meta));
			}
		}
		return tags;
	}

	private static List<Annotations> annotations(Source source) {
		List<Annotations> found = new ArrayList<>();
		Matcher annotations = ANNOTATIONS.matcher(source.text());
		while (annotations.find()) {
			found.add(new Annotations(annotations.group(), !annotations.group(1).isEmpty()));
		}
		return found;
	}

	private record Annotations(String text, boolean ofMember) {

	}

	private record Source(Path file, String text, String declaration, String simpleName, String base) {

		/** Tests of abstract classes run in those that extend them. */
		boolean hasTests() {
			boolean concrete = !this.declaration.contains("abstract ") && !this.declaration.contains("interface ");
			return concrete && (TEST.matcher(this.text).find() || this.simpleName.endsWith("Tests"));
		}

		String module() {
			String path = ROOT.relativize(this.file).toString().replace('\\', '/');
			int end = path.indexOf("/src/test/");
			return (end >= 0) ? path.substring(0, end) : path.substring(0, path.indexOf("/java/"));
		}

		String fullName() {
			Matcher room = Pattern.compile("^package ([\\w.]+)", Pattern.MULTILINE).matcher(this.text);
			return room.find() ? room.group(1) + "." + this.simpleName : this.simpleName;
		}

	}

}
