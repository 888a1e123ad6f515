package io.github.lockstarter.autoconfigure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.FileSystemGeneratedFiles;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

/**
 * An application that is processed ahead of time, and what is generated from it.
 */
final class GeneratedApplication {

	private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

	private final Path directory;

	GeneratedApplication(Path directory) {
		this.directory = directory;
	}

	void process(GenericApplicationContext context, Class<?> application) {
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(application)), new FileSystemGeneratedFiles(this.directory));
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		generation.writeGeneratedContent();
	}

	List<Path> sources() throws IOException {
		try (Stream<Path> paths = Files.walk(this.directory)) {
			return paths.filter((path) -> path.toString().endsWith(".java")).toList();
		}
	}

	/**
	 * Compile the sources.
	 * @return the errors
	 */
	List<String> compile() throws IOException {
		DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
		String classPath = System.getProperty("java.class.path") + File.pathSeparator + generatedClasses();
		List<String> options = List.of("-proc:none", "-d", Files.createDirectory(compiled()).toString(), "-classpath",
				classPath);
		try (StandardJavaFileManager files = this.compiler.getStandardFileManager(found, null, null)) {
			this.compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources()))
				.call();
		}
		return found.getDiagnostics()
			.stream()
			.filter((diagnostic) -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
			.map(Object::toString)
			.toList();
	}

	/**
	 * The directories with all generated classes.
	 */
	List<Path> classPath() {
		return List.of(compiled(), generatedClasses());
	}

	private Path compiled() {
		return this.directory.resolve("out");
	}

	private Path generatedClasses() {
		return this.directory.resolve("classes");
	}

}
