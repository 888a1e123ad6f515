package io.github.lockstarter.sample;

import java.io.IOException;

import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OwnPageFilter}.
 */
class OwnPageFilterTests {

	@ParameterizedTest
	@ValueSource(strings = { "POST", "DELETE" })
	void obeysItsOwnPage(String method) throws Exception {
		MockHttpServletRequest request = request(method);
		request.addHeader("Origin", "http://localhost:8080");
		request.addHeader("Sec-Fetch-Site", "same-origin");
		assertThat(status(request)).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "DELETE" })
	void obeysAProgramWhichNamesNoOrigin(String method) throws Exception {
		assertThat(status(request(method))).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://other.test", "http://localhost:3000", "https://localhost:8080",
			"http://127.0.0.1:8080", "null" })
	void refusesThePagesOfOthers(String origin) throws Exception {
		for (String method : new String[] { "POST", "DELETE", "PUT", "PATCH" }) {
			MockHttpServletRequest request = request(method);
			request.addHeader("Origin", origin);
			assertThat(status(request)).as(method).isEqualTo(403);
		}
	}

	@Test
	void refusesWhatTheBrowserCallsCrossSite() throws Exception {
		MockHttpServletRequest request = request("POST");
		request.addHeader("Sec-Fetch-Site", "cross-site");
		assertThat(status(request)).isEqualTo(403);
	}

	@Test
	void canBeLinkedToByOthers() throws Exception {
		MockHttpServletRequest request = request("GET");
		request.addHeader("Sec-Fetch-Site", "cross-site");
		assertThat(status(request)).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "other.test", "localhost.other.test", "127.0.0.2" })
	void refusesAllUnderANameThatOthersMayLetPointHere(String host) throws Exception {
		for (String method : new String[] { "GET", "POST" }) {
			MockHttpServletRequest request = request(method);
			request.setServerName(host);
			request.addHeader("Origin", "http://" + host + ":8080");
			assertThat(status(request)).as(method).isEqualTo(403);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "127.0.0.1", "[::1]", "sample.test" })
	void answersUnderTheNamesOfThisMachineAndTheConfiguredAddress(String host) throws Exception {
		MockHttpServletRequest request = request("POST");
		request.setServerName(host);
		request.addHeader("Origin", "http://" + host + ":8080");
		assertThat(status(request)).isEqualTo(200);
	}

	private static MockHttpServletRequest request(String method) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/storms");
		request.setServerPort(8080);
		return request;
	}

	private static int status(MockHttpServletRequest request) throws IOException, ServletException {
		MockHttpServletResponse response = new MockHttpServletResponse();
		MockFilterChain chain = new MockFilterChain();
		new OwnPageFilter("sample.test").doFilter(request, response, chain);
		assertThat(chain.getRequest() != null).as("passed on").isEqualTo(response.getStatus() == 200);
		return response.getStatus();
	}

}
