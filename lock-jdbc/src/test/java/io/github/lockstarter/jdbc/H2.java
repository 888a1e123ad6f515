package io.github.lockstarter.jdbc;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Databases in memory that speak as PostgreSQL does.
 */
final class H2 {

	private H2() {
	}

	static DataSource database(String name) {
		JdbcDataSource database = new JdbcDataSource();
		database.setURL("jdbc:h2:mem:" + name + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1");
		JdbcConnectionPool pool = JdbcConnectionPool.create(database);
		createTable(pool, "schema-h2.sql");
		return pool;
	}

	static void createTable(DataSource database, String script) {
		DatabasePopulatorUtils
			.execute(new ResourceDatabasePopulator(new ClassPathResource(script, JdbcLockStore.class)), database);
	}

}
