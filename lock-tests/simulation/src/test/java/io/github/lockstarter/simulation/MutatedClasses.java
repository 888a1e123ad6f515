package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the library, some of them with a defect until this is closed. They are
 * replaced in this JVM, since classes of another loader would have to be compiled anew
 * for each defect.
 */
final class MutatedClasses implements AutoCloseable {

	private static final String ROOT = "io.github.lockstarter.";

	private static final Instrumentation JVM = ByteBuddyAgent.install();

	private final ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(getClass().getClassLoader());

	private final List<ClassDefinition> originals = new ArrayList<>();

	/** A simulation that breaks down is no proof that its checks see the defect. */
	private final Class<? extends Violation> finding;

	MutatedClasses(Mutation mutation) {
		this.finding = mutation.isUncaught() ? UncaughtViolation.class : Violation.class;
		mutation.advice().forEach(this::mutate);
	}

	private void mutate(String method, Class<?> advice) {
		String[] parts = method.split("#");
		String name = ROOT + parts[0];
		try {
			Class<?> type = Class.forName(name);
			this.originals.add(new ClassDefinition(type, this.locator.locate(name).resolve()));
			byte[] mutated = new ByteBuddy()
				.redefine(TypePool.Default.of(this.locator).describe(name).resolve(), this.locator)
				.visit(Advice.to(advice).on(ElementMatchers.named(parts[1])))
				.make()
				.getBytes();
			redefine(List.of(new ClassDefinition(type, mutated)));
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void redefine(List<ClassDefinition> classes) {
		try {
			JVM.redefineClasses(classes.toArray(ClassDefinition[]::new));
		}
		catch (ClassNotFoundException | UnmodifiableClassException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Run one seed.
	 * @return what finds the defect in the way that is meant to find it; {@code null} if
	 * nothing does
	 */
	@Nullable Finding find(long seed) {
		try {
			Simulation.attempt(seed);
		}
		catch (Violation ex) {
			return (ex.getClass() == this.finding) ? Finding.of(seed, ex) : null;
		}
		return null;
	}

	@Override
	public void close() {
		redefine(this.originals);
	}

}
