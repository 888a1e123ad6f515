package io.github.lockstarter.applications;

import java.net.URI;
import java.time.Duration;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StubAdmin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What a browser makes of the page that shows the endpoint {@code locks}.
 */
@EnabledIf(value = "io.github.lockstarter.applications.Browser#isInstalled",
		disabledReason = "there is no Chromium with its driver on the path")
@Full
class LocksConsoleInBrowserTests {

	private static final String RELEASE = "--distributed-lock.actuator.force-release.enabled=true";

	private static final String LONG = "order/" + "x".repeat(200);

	private static @Nullable Browser browser;

	@BeforeAll
	static void startTheBrowser() {
		browser = new Browser();
	}

	@AfterAll
	static void endTheBrowser() {
		browser().close();
	}

	@BeforeEach
	void leaveTheLastPage() {
		browser().open(URI.create("about:blank"));
		browser().complaints();
	}

	@Test
	void showsWhoHoldsALockHereAndOnRecord() {
		try (ConsoleApplication application = start(); LockHandle held = acquire(application, "kettle/1")) {
			open(application);
			awaitText("#instance .counts", "1 lock held, 0 calls waiting.");
			awaitText("#store .counts", "1 lock on record.");
			assertThat(browser().texts("[data-title=Name]")).containsExactly("stock");
			assertThat(browser().texts("[data-title=Key]")).containsExactly("kettle/1", "kettle/1");
			assertThat(browser().texts("[data-title=Token]")).containsOnly(Long.toString(held.fencingToken()))
				.hasSize(2);
			assertThat(browser().texts("[data-title=Kind]")).containsOnly("mutex");
			assertThat(browser().find("#roles").isDisplayed()).as("roles, of which there are none").isFalse();
			assertThat(browser().find("#jobs").isDisplayed()).as("jobs, of which there are none").isFalse();
			assertThat(browser().texts("button")).as("forced release is off").doesNotContain("Release");
			assertThat(browser().complaints()).isEmpty();
		}
	}

	@Test
	void showsTheRolesOfThisInstanceAndItsJobs() {
		try (ConsoleApplication application = start("--distributed-lock.leader.roles=reports",
				"--distributed-lock.jobs.names=nightly,never")) {
			application.locks().lock("import").name("nightly").run(() -> {
			});
			assertThatIllegalStateException()
				.isThrownBy(() -> application.locks().lock("import").name("nightly").run(() -> {
					throw new IllegalStateException();
				}));
			skipATurn(application);
			open(application);
			awaitText("#roles [data-title='This instance']", "leads");
			assertThat(browser().texts("#roles [data-title=Role]")).containsExactly("reports");
			assertThat(browser().texts("#jobs [data-title=Job]")).containsExactly("never", "nightly");
			assertThat(browser().texts("#jobs [data-title=Outcome]")).containsExactly("", "failed");
			assertThat(browser().texts("#jobs [data-title=Failure]")).containsExactly("",
					IllegalStateException.class.getName());
			assertThat(browser().texts("#jobs [data-title='Why skipped']")).containsExactly("", "timed out");
			browser().find("#search").sendKeys("never");
			awaitText("#jobs [data-title=Job]", "never");
			assertThat(browser().complaints()).isEmpty();
		}
	}

	private static void skipATurn(ConsoleApplication application) {
		try (LockHandle held = acquire(application, "import").detach()) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> application.locks().lock("import").name("nightly").waitTime(Duration.ZERO).acquire());
			assertThat(held.isValid()).isTrue();
		}
	}

	@Test
	void showsAKeyAsText() {
		try (ConsoleApplication application = start();
				LockHandle held = acquire(application, "<img src=x>\u202e&amp;")) {
			assertThat(held.isValid()).isTrue();
			open(application);
			awaitText("#store .counts", "1 lock on record.");
			assertThat(browser().texts("[data-title=Key]")).hasSize(2).containsOnly("<img src=x>\\u{202e}&amp;");
		}
	}

	@Test
	void followsTheLocksAndFindsThem() {
		try (ConsoleApplication application = start(); LockHandle kettle = acquire(application, "kettle")) {
			open(application);
			awaitText("#store .counts", "1 lock on record.");
			try (LockHandle order = acquire(application, "order")) {
				awaitText("#store .counts", "2 locks on record.");
				assertThat(browser().texts("#recorded [data-title=Key]")).as("the longest held first")
					.containsExactly("kettle", "order");
				browser().find("#search").sendKeys("ORD");
				awaitText("#found", "2 rows found.");
				assertThat(browser().texts("[data-title=Key]")).containsExactly("order", "order");
				assertThat(order.isValid()).isTrue();
			}
			assertThat(kettle.isValid()).isTrue();
		}
	}

	@Test
	void fitsANarrowScreen() {
		try (ConsoleApplication application = start(RELEASE); LockHandle held = acquire(application, LONG)) {
			assertThat(held.isValid()).isTrue();
			browser().beAsWideAs(375);
			open(application);
			awaitText("#store .counts", "1 lock on record.");
			assertThat(browser().evaluate("document.documentElement.scrollWidth")).isEqualTo(375L);
		}
	}

	@Test
	void releasesALockByForceOnceThatIsConfirmed() {
		try (ConsoleApplication application = start(RELEASE); LockHandle held = acquire(application, "kettle/1")) {
			open(application);
			askForRelease("kettle/1");
			assertThat(browser().texts("#release-key")).containsExactly("kettle/1");
			assertThat(browser().texts("#release-holders li")).singleElement()
				.asString()
				.contains("thread " + Thread.currentThread().getName(), "token " + held.fencingToken());
			browser().find("#release-cancel").click();
			awaitText("#message", "Nothing was released.");
			assertThat(application.locks().lock("kettle/1").inspect().held()).isTrue();
			askForRelease("kettle/1");
			browser().find("#release-confirm").click();
			awaitText("#message",
					"'kettle/1': The lock was taken from its holder, which may not know this yet: the rest"
							+ " of its work is not protected.");
			assertThat(application.locks().lock("kettle/1").inspect().held()).isFalse();
		}
	}

	@Test
	void takesALockFromNoOtherHolderThanTheConfirmedOne() {
		try (ConsoleApplication application = start(RELEASE)) {
			try (LockHandle first = acquire(application, "kettle")) {
				assertThat(first.isValid()).isTrue();
				open(application);
				askForRelease("kettle");
			}
			try (LockHandle second = acquire(application, "kettle")) {
				browser().find("#release-confirm").click();
				awaitText("#message",
						"The lock has changed hands (409). Nothing was released: that holder no longer has"
								+ " the lock. Look who has it now.");
				assertThat(second.isValid()).isTrue();
			}
		}
	}

	@Test
	void releasesNoOtherLockThanTheNamedOne() {
		try (ConsoleApplication application = start(RELEASE);
				LockHandle meant = acquire(application, "a//b");
				LockHandle other = acquire(application, "a/b")) {
			open(application);
			click("a//b");
			awaitText("#message", "The address of the endpoint can’t name this key: nothing was released.");
			assertThat(meant.isValid()).isTrue();
			assertThat(other.isValid()).isTrue();
		}
	}

	@Test
	void saysThatTheLocksAreNotExposed() {
		try (ConsoleApplication application = start("--management.endpoints.web.exposure.include=locksconsole",
				"--management.endpoints.jmx.exposure.include=locks", "--spring.jmx.enabled=true")) {
			open(application);
			await().atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(browser().texts(".problem:not([hidden])")).hasSize(2)
					.containsOnly(
							"There is no endpoint 'locks' for you here (404): it has to be exposed like this page."));
		}
	}

	@Test
	void saysThatTheStoreIsUnavailableAndShowsThisInstanceAllTheSame() {
		StubAdmin admin = new StubAdmin();
		admin.hold("orders", "order:1", Duration.ofMinutes(61));
		admin.page = () -> {
			throw new LockUnavailableException("", Duration.ofSeconds(2), null);
		};
		try (ConsoleApplication application = ConsoleApplication.start(admin)) {
			open(application);
			awaitText("#instance .counts", "1 lock held, 0 calls waiting.");
			assertThat(browser().texts("[data-title='Held for']")).containsExactly("1 h 1 min");
			await().atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(browser().texts("#store .problem:not([hidden])")).singleElement()
					.asString()
					.startsWith("The store of the locks is unavailable (503).")
					.contains("no answer within 2000 ms"));
		}
	}

	private static ConsoleApplication start(String... arguments) {
		return ConsoleApplication.start(WebApplicationType.SERVLET, arguments);
	}

	private static LockHandle acquire(ConsoleApplication application, String key) {
		return application.locks().lock(key).name("stock").acquire();
	}

	private static void open(ConsoleApplication application) {
		browser().open(application.address("/actuator/locksconsole"));
	}

	private static void askForRelease(String key) {
		click(key);
		await().atMost(Duration.ofMinutes(1)).until(() -> browser().find("#release").isDisplayed());
	}

	private static void click(String key) {
		String button = "#held [aria-label='Release: " + key + "']";
		await().atMost(Duration.ofMinutes(1)).until(() -> !browser().texts(button).isEmpty());
		browser().find(button).click();
	}

	private static void awaitText(String css, String text) {
		await().atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(browser().texts(css)).containsExactly(text));
	}

	private static Browser browser() {
		if (browser == null) {
			throw new IllegalStateException("The browser has not been started");
		}
		return browser;
	}

}
