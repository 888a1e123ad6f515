package io.github.lockstarter.lines;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.FieldVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * The classes of the class path with their members, read without loading them.
 */
final class ClassPath {

	private final Map<String, @Nullable Members> known = new HashMap<>();

	boolean has(String type) throws IOException {
		return find(type) != null;
	}

	boolean has(String type, String member) throws IOException {
		Members members = find(type);
		if (members == null) {
			return false;
		}
		if (members.names.contains(member)) {
			return true;
		}
		for (String parent : members.parents) {
			if (has(parent, member)) {
				return true;
			}
		}
		return false;
	}

	private @Nullable Members find(String type) throws IOException {
		if (!this.known.containsKey(type)) {
			try (InputStream file = ClassLoader.getSystemResourceAsStream(type + ".class")) {
				this.known.put(type, (file != null) ? Members.read(file) : null);
			}
		}
		return this.known.get(type);
	}

	private static final class Members extends ClassVisitor {

		private final Set<String> parents = new HashSet<>();

		private final Set<String> names = new HashSet<>();

		private Members() {
			super(Opcodes.ASM9);
		}

		static Members read(InputStream file) throws IOException {
			Members members = new Members();
			new ClassReader(file).accept(members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
			return members;
		}

		@Override
		public void visit(int version, int access, String name, @Nullable String signature, @Nullable String parent,
				String[] interfaces) {
			this.parents.addAll(Set.of(interfaces));
			if (parent != null) {
				this.parents.add(parent);
			}
		}

		@Override
		public @Nullable FieldVisitor visitField(int access, String name, String type, @Nullable String signature,
				@Nullable Object value) {
			this.names.add(name + " " + type);
			return null;
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String name, String type, @Nullable String signature,
				String @Nullable [] exceptions) {
			this.names.add(name + " " + type);
			return null;
		}

	}

}
