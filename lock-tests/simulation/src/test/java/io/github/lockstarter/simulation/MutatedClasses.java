package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the library once more, some of them with a defect, and the simulation of
 * them.
 */
final class MutatedClasses extends ClassLoader {

	private static final String ROOT = "io.github.lockstarter.";

	private final ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(getClass().getClassLoader());

	private final Map<String, byte[]> mutated = new HashMap<>();

	/** A simulation that breaks down is no proof that its checks see the defect. */
	private final String finding;

	MutatedClasses(Mutation mutation) {
		super(MutatedClasses.class.getClassLoader());
		this.finding = (mutation.isUncaught() ? UncaughtViolation.class : Violation.class).getName();
		mutation.advice().forEach(this::mutate);
	}

	private void mutate(String method, Class<?> advice) {
		String[] parts = method.split("#");
		String name = ROOT + parts[0];
		DynamicType.Unloaded<?> type = new ByteBuddy()
			.redefine(TypePool.Default.of(this.locator).describe(name).resolve(), this.locator)
			.visit(Advice.to(advice).on(ElementMatchers.named(parts[1])))
			.make();
		this.mutated.put(name, type.getBytes());
	}

	/**
	 * Run one seed.
	 * @return whether it finds the defect in the way that is meant to find it
	 */
	boolean findsDefect(long seed) throws ReflectiveOperationException {
		Throwable found = violation("attempt", seed);
		return found != null && found.getClass().getName().equals(this.finding);
	}

	/**
	 * Run one seed, and once more in words if it fails.
	 * @return what the checks found; {@code null} if that is nothing
	 */
	@Nullable String report(long seed) throws ReflectiveOperationException {
		Throwable found = violation("run", seed);
		return (found != null) ? found.getMessage() : null;
	}

	private @Nullable Throwable violation(String how, long seed) throws ReflectiveOperationException {
		Method method = loadClass(Simulation.class.getName()).getDeclaredMethod(how, long.class);
		method.setAccessible(true);
		try {
			method.invoke(null, seed);
			return null;
		}
		catch (InvocationTargetException ex) {
			if (loadClass(Violation.class.getName()).isInstance(ex.getCause())) {
				return ex.getCause();
			}
			throw ex;
		}
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (!name.startsWith(ROOT)) {
			return super.loadClass(name, resolve);
		}
		synchronized (getClassLoadingLock(name)) {
			Class<?> known = findLoadedClass(name);
			return (known != null) ? known : define(name);
		}
	}

	private Class<?> define(String name) throws ClassNotFoundException {
		byte[] code = this.mutated.containsKey(name) ? this.mutated.get(name) : read(name);
		return defineClass(name, code, 0, code.length);
	}

	private byte[] read(String name) throws ClassNotFoundException {
		try (InputStream code = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
			if (code == null) {
				throw new ClassNotFoundException(name);
			}
			return code.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
