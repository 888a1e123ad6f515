package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.lockstarter.autoconfigure.EachForm.Account;
import io.github.lockstarter.autoconfigure.EachForm.Archive;
import io.github.lockstarter.autoconfigure.EachForm.Ledger;
import io.github.lockstarter.autoconfigure.EachForm.PaperLedger;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * An application that uses locks of each form, and prints what it holds.
 */
@ImportAutoConfiguration({ AopAutoConfiguration.class, LockAutoConfiguration.class, LockAopAutoConfiguration.class })
@Import({ EachForm.class, PaperLedger.class, Archive.class })
class EachFormApplication {

	static final String[] ARGUMENTS = { "--distributed-lock.store=memory", "--workers=3", "--wait=5s" };

	public static void main(String[] arguments) {
		SpringApplication application = new SpringApplication(EachFormApplication.class);
		try (ConfigurableApplicationContext context = application.run(arguments)) {
			use(context.getBean(EachForm.class));
			print("INTERFACE", context.getBean(Ledger.class).book());
			print("TYPE", context.getBean(Archive.class).find());
			print("GENERATED", AotDetector.useGeneratedArtifacts() ? "yes" : "no");
		}
	}

	private static void use(EachForm locks) {
		print("READ", locks.read("1", () -> meanwhile(() -> locks.read("1", () -> "alone"))));
		print("WRITE", locks.read("1", () -> meanwhile(() -> locks.write("1", () -> "alone"))));
		print("MUTEX", locks.write("1", () -> meanwhile(() -> locks.write("1", () -> "alone"))));
		print("SEMAPHORE", locks.work(() -> meanwhile(() -> locks.work(() -> "alone"))));
		print("FAIR", locks.queue(() -> "alone"));
		print("SEVERAL", locks.transfer(new Account("1"), new Account("2")));
		print("ALL", locks.closeAll(List.of(new Account("3"), new Account("4"))));
		print("SEGMENT", locks.segment("1"));
		print("OPEN", locks.unlessOpen("open"));
		print("CLOSED", locks.unlessOpen("closed"));
		print("COMPOSED", locks.composed("1"));
	}

	private static @Nullable String meanwhile(Supplier<@Nullable String> work) {
		return CompletableFuture.supplyAsync(work).join();
	}

	private static void print(String form, @Nullable String held) {
		System.out.println(form + " " + held);
	}

}
