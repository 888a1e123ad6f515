package io.github.lockstarter.plain;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.lockstarter.testing.ProjectFiles;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.eclipse.aether.DefaultRepositoryCache;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What an application gets that depends on an artifact of this project. Reads only POMs
 * that the build has fetched before.
 */
final class UserClassPath {

	private static final String GROUP = "io.github.lockstarter";

	private final RepositorySystem maven = new RepositorySystemSupplier().get();

	private final DefaultRepositorySystemSession session = MavenRepositorySystemUtils.newSession();

	private final List<Dependency> managed;

	private UserClassPath(@Nullable String springBoot) {
		LocalRepository local = new LocalRepository(new File(System.getProperty("local-repository")), "simple");
		this.session.setLocalRepositoryManager(this.maven.newLocalRepositoryManager(this.session, local));
		this.session.setWorkspaceReader(new ProjectPoms());
		this.session.setSystemProperties(System.getProperties());
		this.session.setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, false));
		this.session.setCache(new DefaultRepositoryCache());
		this.session.setOffline(true);
		this.managed = (springBoot != null) ? managedBy(springBoot) : List.of();
	}

	/**
	 * Of an application that gets the versions that POMs ask for.
	 */
	static UserClassPath withoutManagedVersions() {
		return new UserClassPath(null);
	}

	/**
	 * Of an application on a line of Spring Boot, which manages versions.
	 * @param springBoot the version of Spring Boot
	 */
	static UserClassPath on(String springBoot) {
		return new UserClassPath(springBoot);
	}

	private List<Dependency> managedBy(String springBoot) {
		Artifact bom = new DefaultArtifact("org.springframework.boot:spring-boot-dependencies:pom:" + springBoot);
		try {
			return this.maven.readArtifactDescriptor(this.session, new ArtifactDescriptorRequest(bom, null, null))
				.getManagedDependencies();
		}
		catch (RepositoryException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What an artifact brings to run with.
	 * @param artifact its name
	 * @return the versions of all artifacts it brings, by their names
	 */
	Map<String, String> of(String artifact) {
		Artifact jar = new DefaultArtifact(GROUP, artifact, "jar", System.getProperty("project-version"));
		CollectRequest application = new CollectRequest(List.of(new Dependency(jar, "compile")), this.managed,
				List.of());
		Map<String, String> versions = new TreeMap<>();
		try {
			collect(this.maven.collectDependencies(this.session, application).getRoot(), versions);
		}
		catch (RepositoryException ex) {
			throw new IllegalStateException(ex);
		}
		versions.remove(artifact);
		return versions;
	}

	private static void collect(DependencyNode node, Map<String, String> versions) {
		for (DependencyNode child : node.getChildren()) {
			versions.put(child.getArtifact().getArtifactId(), child.getArtifact().getVersion());
			collect(child, versions);
		}
	}

	/**
	 * The POMs in the folders of this project.
	 */
	private static final class ProjectPoms implements WorkspaceReader {

		private final WorkspaceRepository repository = new WorkspaceRepository();

		@Override
		public WorkspaceRepository getRepository() {
			return this.repository;
		}

		@Override
		public @Nullable File findArtifact(Artifact artifact) {
			if (!artifact.getGroupId().equals(GROUP) || !artifact.getExtension().equals("pom")) {
				return null;
			}
			Path root = ProjectFiles.find("");
			Path pom = artifact.getArtifactId().equals("lock-parent") ? root.resolve("pom.xml")
					: root.resolve(artifact.getArtifactId()).resolve("pom.xml");
			return Files.exists(pom) ? pom.toFile() : null;
		}

		@Override
		public List<String> findVersions(Artifact artifact) {
			return List.of();
		}

	}

}
