package io.github.lockstarter.lines;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.FieldVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;

/**
 * What a class refers to: other classes, and methods and fields of them.
 */
final class References extends ClassVisitor {

	private final List<Reference> found = new ArrayList<>();

	private References() {
		super(Opcodes.ASM9);
	}

	static List<Reference> of(byte[] file) {
		References references = new References();
		new ClassReader(file).accept(references, ClassReader.SKIP_DEBUG);
		return references.found;
	}

	private void add(Type type) {
		switch (type.getSort()) {
			case Type.METHOD -> {
				add(type.getReturnType());
				for (Type argument : type.getArgumentTypes()) {
					add(argument);
				}
			}
			case Type.ARRAY -> add(type.getElementType());
			case Type.OBJECT -> this.found.add(new Reference(type.getInternalName(), null));
			default -> {
				// of the language
			}
		}
	}

	private void add(String owner, String name, String type) {
		if (owner.startsWith("[") || owner.startsWith("java/lang/invoke/")) {
			return;
		}
		this.found.add(new Reference(owner, name + " " + type));
	}

	@Override
	public void visit(int version, int access, String name, @Nullable String signature, @Nullable String parent,
			String[] interfaces) {
		if (parent != null) {
			add(Type.getObjectType(parent));
		}
		for (String each : interfaces) {
			add(Type.getObjectType(each));
		}
	}

	@Override
	public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
		add(Type.getType(type));
		return null;
	}

	@Override
	public @Nullable FieldVisitor visitField(int access, String name, String type, @Nullable String signature,
			@Nullable Object value) {
		add(Type.getType(type));
		return null;
	}

	@Override
	public MethodVisitor visitMethod(int access, String name, String type, @Nullable String signature,
			String @Nullable [] exceptions) {
		add(Type.getType(type));
		return new OfMethod();
	}

	/**
	 * A reference.
	 *
	 * @param type the class, as the JVM writes it
	 * @param member name and type of a field or method; {@code null} for the class alone
	 */
	record Reference(String type, @Nullable String member) {
	}

	private final class OfMethod extends MethodVisitor {

		OfMethod() {
			super(Opcodes.ASM9);
		}

		@Override
		public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
			add(Type.getType(type));
			return null;
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String type, boolean ofInterface) {
			add(owner, name, type);
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String name, String type) {
			add(owner, name, type);
		}

		@Override
		public void visitTypeInsn(int opcode, String type) {
			add(Type.getObjectType(type));
		}

		@Override
		public void visitLdcInsn(Object value) {
			if (value instanceof Type type) {
				add(type);
			}
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
			for (Object argument : arguments) {
				if (argument instanceof Handle handle) {
					add(handle.getOwner(), handle.getName(), handle.getDesc());
				}
			}
		}

	}

}
