package io.github.lockstarter.actuate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.util.MimeType;
import org.springframework.util.StringUtils;

/**
 * Endpoint that serves a page with the locks. The page itself has no data: the browser
 * gets it from the {@link LocksEndpoint}, whose exposure and access rules apply.
 */
@WebEndpoint(id = "locksconsole")
public class LocksConsoleEndpoint {

	private static final String HTML = "text/html;charset=UTF-8";

	private static final String CSS = "text/css;charset=UTF-8";

	private static final String JAVASCRIPT = "text/javascript;charset=UTF-8";

	private static final Map<String, String> PARTS = Map.of("console.css", CSS, "console.js", JAVASCRIPT, "endpoint.js",
			JAVASCRIPT, "release.js", JAVASCRIPT, "tables.js", JAVASCRIPT, "words.js", JAVASCRIPT);

	private static final EndpointId LOCKS = EndpointId.of("locks");

	private static final EndpointId CONSOLE = EndpointId.of("locksconsole");

	private final LocksEndpoint locks;

	private final EndpointAccessResolver access;

	private final Supplier<PathMappedEndpoints> paths;

	/**
	 * Create the endpoint.
	 * @param locks the endpoint that the page shows
	 * @param access decides whether that endpoint is read-only
	 * @param paths the paths of the endpoints; read at each request
	 */
	public LocksConsoleEndpoint(LocksEndpoint locks, EndpointAccessResolver access,
			Supplier<PathMappedEndpoints> paths) {
		this.locks = locks;
		this.access = access;
		this.paths = paths;
	}

	/**
	 * The page.
	 * @return the page, the same for all requests
	 */
	@ReadOperation(produces = HTML)
	public Resource page() {
		PathMappedEndpoints endpoints = this.paths.get();
		String own = path(endpoints, CONSOLE);
		String page = read("console.html").replace("{force-release}", Boolean.toString(mayForceRelease()))
			.replace("{locks}",
					attribute("../".repeat(StringUtils.countOccurrencesOf(own, "/")) + path(endpoints, LOCKS)))
			.replace("{parts}", attribute(own.substring(own.lastIndexOf('/') + 1)));
		return new ByteArrayResource(page.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * A part of the page: its style sheet, or a script.
	 * @param part its name
	 * @return the part; 404 if no part has that name
	 */
	@ReadOperation(produces = { CSS, JAVASCRIPT })
	public WebEndpointResponse<Resource> part(@Selector String part) {
		String type = PARTS.get(part);
		return (type != null) ? new WebEndpointResponse<>(resource(part), MimeType.valueOf(type))
				: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
	}

	private boolean mayForceRelease() {
		return this.locks.mayForceRelease() && this.access.accessFor(LOCKS, Access.UNRESTRICTED) == Access.UNRESTRICTED;
	}

	private static String path(PathMappedEndpoints endpoints, EndpointId endpoint) {
		@Nullable String path = endpoints.getRootPath(endpoint);
		return (path != null) ? StringUtils.trimLeadingCharacter(path, '/') : endpoint.toString();
	}

	private static String attribute(String text) {
		return text.replace("&", "&amp;").replace("\"", "&quot;");
	}

	private static Resource resource(String name) {
		return new ClassPathResource("console/" + name, LocksConsoleEndpoint.class);
	}

	private static String read(String name) {
		try {
			return resource(name).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
