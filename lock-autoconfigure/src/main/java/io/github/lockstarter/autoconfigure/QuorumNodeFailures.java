package io.github.lockstarter.autoconfigure;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Advice in messages about a node of a quorum. A server that is the only one is
 * configured by the properties of Spring Data, which these messages name; a node is
 * configured by its URL, or by the bean of its connection factory.
 */
final class QuorumNodeFailures implements UnaryOperator<String> {

	private static final Pattern PROPERTY = Pattern.compile("'spring\\.data\\.redis(?:\\.([\\w.-]+))?'");

	private static final Map<String, String> NOUNS = Map.of("username", "the user", "password", "the password",
			"ssl.enabled", "TLS", "ssl.bundle", "the certificates");

	private final String node;

	private final String preposition;

	private QuorumNodeFailures(String node, String preposition) {
		this.node = node;
		this.preposition = preposition;
	}

	/** A node that is named by its URL. */
	static UnaryOperator<String> ofUrl(int index) {
		return new QuorumNodeFailures("'" + LockQuorumProperties.NODES + "[" + index + "]'", "in");
	}

	/** A node that is named by the bean of its connection factory. */
	static UnaryOperator<String> ofBean(String name) {
		return new QuorumNodeFailures("the connection factory '" + name + "'", "of");
	}

	@Override
	public String apply(String message) {
		return PROPERTY.matcher(message).replaceAll((found) -> Matcher.quoteReplacement(named(found.group(1))));
	}

	private String named(String setting) {
		return (setting != null) ? noun(setting) + " " + this.preposition + " " + this.node : this.node;
	}

	private static String noun(String setting) {
		String known = NOUNS.get(setting);
		return (known != null) ? known : "the " + setting.substring(setting.lastIndexOf('.') + 1).replace('-', ' ');
	}

}
