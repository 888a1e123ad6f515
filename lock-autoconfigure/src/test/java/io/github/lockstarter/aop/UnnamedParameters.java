package io.github.lockstarter.aop;

import java.io.IOException;
import java.lang.invoke.MethodHandles;

import io.github.lockstarter.DistributedLock;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassWriter;

/**
 * A class that has lost the names of its parameters, as if it were compiled without them.
 */
final class UnnamedParameters {

	/** Named by a text, since whoever names the class itself loads it as it is. */
	private static final String COMPILED = UnnamedParameters.class.getName() + "$Unnamed";

	private UnnamedParameters() {
	}

	/** Load it, which is possible once. */
	static Class<?> load() throws IOException, IllegalAccessException {
		ClassWriter unnamed = new ClassWriter(0);
		new ClassReader(COMPILED).accept(unnamed, ClassReader.SKIP_DEBUG);
		return MethodHandles.lookup().defineClass(unnamed.toByteArray());
	}

	public static class Unnamed {

		@DistributedLock(key = "order-#{#id}")
		public void run(String id) {
		}

	}

}
