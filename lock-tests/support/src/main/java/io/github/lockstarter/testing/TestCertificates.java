package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import io.lettuce.core.SslOptions;

/**
 * A key of its own for localhost with its certificate, made by the JDK's tool.
 *
 * @param store the PKCS #12 file with both
 */
public record TestCertificates(Path store) {

	/**
	 * The password of the file.
	 */
	public static final String PASSWORD = "changeit";

	static TestCertificates create() {
		try {
			Path directory = Files.createTempDirectory("certificates-");
			Path store = directory.resolve("localhost.p12");
			directory.toFile().deleteOnExit();
			store.toFile().deleteOnExit();
			Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
					"-genkeypair", "-alias", "localhost", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
					"san=dns:localhost,ip:127.0.0.1", "-ext", "bc=ca:true", "-validity", "2", "-storetype", "PKCS12",
					"-keystore", store.toString(), "-storepass", PASSWORD)
				.inheritIO()
				.start();
			if (process.waitFor() != 0) {
				throw new IllegalStateException("keytool failed with " + process.exitValue());
			}
			return new TestCertificates(store);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What a client needs to trust the certificate.
	 * @return the options
	 */
	public SslOptions trust() {
		return SslOptions.builder().jdkSslProvider().truststore(this.store.toFile(), PASSWORD).build();
	}

	/**
	 * What a server needs to show the certificate.
	 */
	SSLContext context() {
		try (InputStream file = Files.newInputStream(this.store)) {
			KeyStore keys = KeyStore.getInstance("PKCS12");
			keys.load(file, PASSWORD.toCharArray());
			KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
			managers.init(keys, PASSWORD.toCharArray());
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(managers.getKeyManagers(), null, null);
			return context;
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
