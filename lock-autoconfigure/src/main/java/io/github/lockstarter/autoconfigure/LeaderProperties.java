package io.github.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.StringUtils;

/**
 * Properties of the election of leaders.
 */
@ConfigurationProperties("distributed-lock.leader")
class LeaderProperties {

	static final String ROLES = "distributed-lock.leader.roles";

	/**
	 * Names of the roles that one instance has at a time. By default none, without any
	 * election.
	 */
	private List<String> roles = new ArrayList<>();

	public List<String> getRoles() {
		return this.roles;
	}

	public void setRoles(List<String> roles) {
		this.roles = roles;
	}

	/**
	 * The names, each of which is valid as the name of a lock.
	 */
	Set<String> checkedRoles() {
		Set<String> checked = new LinkedHashSet<>();
		for (String role : this.roles) {
			if (!StringUtils.hasText(role) || StringUtils.containsWhitespace(role)) {
				throw LockConfigurationException.property(ROLES, String.join(",", this.roles),
						"the name of a role has no white space and is not empty",
						"Use short stable names, such as 'reports'.");
			}
			if (!checked.add(role)) {
				throw LockConfigurationException.property(ROLES, String.join(",", this.roles),
						"'" + role + "' occurs twice", "Remove one of the two.");
			}
		}
		return checked;
	}

}
