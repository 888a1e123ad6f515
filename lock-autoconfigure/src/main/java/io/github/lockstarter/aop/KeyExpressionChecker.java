package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.springframework.expression.Expression;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.IntLiteral;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpDivide;
import org.springframework.expression.spel.ast.OpMinus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeCode;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardTypeLocator;

/**
 * Checks that an expression names only what exists.
 */
final class KeyExpressionChecker {

	private static final Set<String> ROOT = Set.of("method", "methodName", "target", "targetClass", "args");

	private static final Pattern IDENTIFIER = Pattern.compile("\\w+");

	private final KeyParameters parameters;

	private final KeyEvaluation evaluation;

	private final KnownProperties properties = new KnownProperties();

	private final Set<String> used = new TreeSet<>();

	KeyExpressionChecker(KeyParameters parameters, KeyEvaluation evaluation) {
		this.parameters = parameters;
		this.evaluation = evaluation;
	}

	/**
	 * Check an expression.
	 * @return the parameters that it names
	 * @throws UnknownNameException if it names something else
	 */
	Set<String> check(Expression expression) throws UnknownNameException {
		check(((SpelExpression) expression).getAST(), true, false);
		return this.used;
	}

	/**
	 * Whether an expression subtracts or divides: a template written without braces, as
	 * {@code #from-#to}, would be read so.
	 */
	static boolean isSeparated(Expression expression) {
		SpelNode node = ((SpelExpression) expression).getAST();
		return (node instanceof OpMinus || node instanceof OpDivide) && node.getChildCount() == 2;
	}

	/**
	 * Check a node and those below it.
	 * @param head whether the node begins a chain such as {@code a.b.c}
	 * @param element whether it is evaluated for each element of a collection
	 */
	private void check(SpelNode node, boolean head, boolean element) throws UnknownNameException {
		if (node instanceof VariableReference || node instanceof FunctionReference) {
			checkVariable(node);
		}
		else if (node instanceof BeanReference bean && !this.evaluation.isBean(bean.getName())) {
			throw new UnknownNameException("names the unknown bean '" + bean.getName() + "'", this.evaluation
				.similarBean(bean.getName())
				.map((name) -> "Write '@" + (IDENTIFIER.matcher(name).matches() ? name : "'" + name + "'") + "'.")
				.orElse("Name a bean after '@'."));
		}
		else if (head && !element && node instanceof PropertyOrFieldReference property) {
			checkRootProperty(property);
		}
		else if (head && !element && node instanceof MethodReference method) {
			throw new UnknownNameException("calls '" + method.getName() + "' on nothing",
					"Write '#root.target." + method.getName() + "(…)' to call a method of the bean.");
		}
		else if (node instanceof TypeReference) {
			checkType(node.getChild(0).toStringAST());
		}
		else if (node instanceof CompoundExpression chain) {
			checkArguments(chain);
			checkProperties(chain);
		}
		boolean each = element || node instanceof Projection || node instanceof Selection;
		for (int i = 0; i < node.getChildCount(); i++) {
			SpelNode child = node.getChild(i);
			if (!(child instanceof PropertyOrFieldReference && isLiteralKey(node, i))) {
				check(child, !(node instanceof CompoundExpression) || i == 0 || (!each && isRoot(node.getChild(i - 1))),
						each);
			}
		}
	}

	private void checkVariable(SpelNode node) throws UnknownNameException {
		String written = node.toStringAST().substring(1);
		if (this.parameters.isName(written) || this.parameters.isPosition(written)) {
			this.used.add("#" + written);
		}
		else if (node instanceof FunctionReference || !(written.equals("root") || written.equals("this"))) {
			throw new UnknownNameException("names the unknown variable '#" + written + "'", this.parameters.advice());
		}
	}

	private static void checkType(String name) throws UnknownNameException {
		try {
			new StandardTypeLocator().findType(name);
		}
		catch (SpelEvaluationException ex) {
			if (Arrays.stream(TypeCode.values()).noneMatch((code) -> code.name().equalsIgnoreCase(name))) {
				throw new UnknownNameException("names the unknown type '" + name + "'",
						"Write the full name of a class.");
			}
		}
	}

	private void checkRootProperty(PropertyOrFieldReference property) throws UnknownNameException {
		String name = property.getName();
		if (this.parameters.isName(name)) {
			throw new UnknownNameException("names the parameter '" + name + "' without '#'",
					property.getStartPosition());
		}
		if (!ROOT.contains(name)) {
			throw new UnknownNameException("names '" + name + "', which the root object does not have",
					this.parameters.advice());
		}
	}

	/** As in {@code #order.item}. */
	private void checkProperties(CompoundExpression chain) throws UnknownNameException {
		if (chain.getChild(0) instanceof VariableReference variable) {
			Optional<Class<?>> type = this.parameters.type(variable.toStringAST().substring(1));
			if (type.isPresent()) {
				this.properties.check(chain, type.get());
			}
		}
	}

	/** As in {@code #root.args[0]}. */
	private void checkArguments(SpelNode chain) throws UnknownNameException {
		for (int i = 1; i < chain.getChildCount(); i++) {
			if (chain.getChild(i) instanceof Indexer indexer && indexer.getChildCount() == 1
					&& indexer.getChild(0) instanceof IntLiteral index
					&& chain.getChild(i - 1) instanceof PropertyOrFieldReference property
					&& property.getName().equals("args") && (i == 1 || (i == 2 && isRoot(chain.getChild(0))))) {
				checkArgument(index);
			}
		}
	}

	private void checkArgument(IntLiteral index) throws UnknownNameException {
		int count = this.parameters.count();
		if (Integer.parseInt(index.toStringAST()) >= count) {
			throw new UnknownNameException("names the argument " + index.toStringAST() + " of a method with " + count,
					(count == 0) ? this.parameters.advice() : "Use an index from 0 to " + (count - 1) + ".");
		}
	}

	private static boolean isLiteralKey(SpelNode parent, int index) {
		return parent instanceof Indexer || (parent instanceof InlineMap && index % 2 == 0);
	}

	private static boolean isRoot(SpelNode node) {
		return node instanceof VariableReference && node.toStringAST().matches("#(root|this)");
	}

	/**
	 * An expression names something that does not exist.
	 */
	static final class UnknownNameException extends Exception {

		private static final long serialVersionUID = 1L;

		private final String advice;

		/**
		 * The position at which a '#' is missing; negative if that isn't the fault.
		 */
		private final int position;

		UnknownNameException(String problem, String advice) {
			super(problem);
			this.advice = advice;
			this.position = -1;
		}

		UnknownNameException(String problem, int position) {
			super(problem);
			this.advice = "";
			this.position = position;
		}

		String problem() {
			return String.valueOf(getMessage());
		}

		String advice() {
			return this.advice;
		}

		int position() {
			return this.position;
		}

	}

}
