package io.github.lockstarter.documentation;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import com.sun.source.util.JavacTask;
import io.github.lockstarter.documentation.Snippet.Form;

/**
 * Compiles the Java in pages against the class path of this test.
 */
final class SnippetCompiler {

	private static final List<String> SYNTAX = List.of("-source", "17", "-proc:none");

	private static final List<String> EVERYTHING = List.of("-source", "17", "-proc:none", "-parameters", "-classpath",
			System.getProperty("java.class.path"));

	private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

	/** Shared, since opening the class path takes longer than compiling. */
	private final JavaFileManager fileManager = this.compiler.getStandardFileManager(null, null, null);

	/**
	 * Compile blocks.
	 * @return what is wrong, each with page and line; empty if nothing is
	 */
	List<String> compile(Collection<JavaBlock> blocks) throws IOException {
		List<String> problems = new ArrayList<>();
		List<SourceFile> files = new ArrayList<>();
		for (JavaBlock block : blocks) {
			collect(block, files, problems);
		}
		if (!files.isEmpty()) {
			problems.addAll(analyze(files));
		}
		return problems;
	}

	/**
	 * A block is one snippet if it can be, else each of its paragraphs is one, or as many
	 * together as make sense.
	 */
	private void collect(JavaBlock block, List<SourceFile> files, List<String> problems) throws IOException {
		Optional<SourceFile> whole = parse(block, 0, block.code());
		if (whole.isPresent()) {
			files.add(whole.get());
			return;
		}
		String code = "";
		int offset = 0;
		for (String paragraph : block.code().split("\n\n")) {
			code = code.isEmpty() ? paragraph : code + "\n\n" + paragraph;
			Optional<SourceFile> file = parse(block, offset, code);
			if (file.isPresent()) {
				files.add(file.get());
				offset += (int) code.lines().count() + 1;
				code = "";
			}
		}
		if (!code.isEmpty()) {
			problems.add(block.page() + ":" + (block.line() + offset)
					+ ": neither classes, nor members of a class, nor statements:\n" + code);
		}
	}

	private Optional<SourceFile> parse(JavaBlock block, int offset, String code) throws IOException {
		for (Form form : Form.values()) {
			SourceFile file = new SourceFile(Snippet.of(block, offset, code, form));
			DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
			task(List.of(file), found, SYNTAX).parse();
			if (errors(found).isEmpty()) {
				return Optional.of(file);
			}
		}
		return Optional.empty();
	}

	private List<String> analyze(List<SourceFile> files) throws IOException {
		DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
		task(files, found, EVERYTHING).analyze();
		return errors(found);
	}

	private JavacTask task(List<SourceFile> files, DiagnosticCollector<JavaFileObject> found, List<String> options) {
		return (JavacTask) this.compiler.getTask(null, this.fileManager, found, options, null, files);
	}

	private static List<String> errors(DiagnosticCollector<JavaFileObject> found) {
		return found.getDiagnostics()
			.stream()
			.filter((diagnostic) -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
			.map(SnippetCompiler::text)
			.toList();
	}

	private static String text(Diagnostic<? extends JavaFileObject> diagnostic) {
		String message = diagnostic.getMessage(Locale.ROOT);
		if (!(diagnostic.getSource() instanceof SourceFile file)) {
			return message;
		}
		String[] lines = file.snippet.source().split("\n");
		String line = lines[(int) Math.min(Math.max(diagnostic.getLineNumber() - 1, 0), lines.length - 1)];
		return file.snippet.page() + ":" + (file.snippet.line() + diagnostic.getLineNumber() - 2) + ": " + message
				+ "\n  " + line.strip();
	}

	private static final class SourceFile extends SimpleJavaFileObject {

		private final Snippet snippet;

		SourceFile(Snippet snippet) {
			super(URI.create("string:///" + snippet.name() + "/Example.java"), Kind.SOURCE);
			this.snippet = snippet;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.snippet.source();
		}

	}

}
