package io.github.lockstarter.sample;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what a page of another site asks for through the browser of a user: all that
 * changes something, and all under a name that the other site lets point here. Programs
 * such as curl name no origin, and are obeyed.
 */
@Component
@ConditionalOnWebApplication
class OwnPageFilter extends OncePerRequestFilter {

	private static final List<String> CHANGES_NOTHING = List.of("GET", "HEAD", "OPTIONS");

	private final List<String> hosts;

	OwnPageFilter(@Value("${server.address}") String address) {
		this.hosts = List.of("localhost", "127.0.0.1", "[::1]", address);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!this.hosts.contains(request.getServerName())) {
			refuse(response, "The sample answers only as localhost, or under its server.address.");
		}
		else if (!CHANGES_NOTHING.contains(request.getMethod()) && isFromAnotherSite(request)) {
			refuse(response, "The sample obeys no other page than its own.");
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private static boolean isFromAnotherSite(HttpServletRequest request) {
		return CorsUtils.isCorsRequest(request) || "cross-site".equals(request.getHeader("Sec-Fetch-Site"));
	}

	private static void refuse(HttpServletResponse response, String reason) throws IOException {
		response.setStatus(HttpServletResponse.SC_FORBIDDEN);
		response.setContentType("text/plain");
		response.getWriter().println(reason);
	}

}
