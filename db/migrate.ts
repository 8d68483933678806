import { Umzug, type UmzugStorage } from 'umzug';
import { database } from './client.ts';
import { migrations } from './migrations/index.ts';
import { change, selectRows } from './sql.ts';
import { AUTOCOMMIT } from './transaction.ts';

/** Names of the migrations that have run, in the table `schema_migrations`. */
const storage: UmzugStorage = {
  async executed() {
    await change(
      AUTOCOMMIT,
      'CREATE TABLE IF NOT EXISTS schema_migrations (name VARCHAR(120) CHARACTER SET ascii NOT NULL PRIMARY KEY)',
    );
    const rows = await selectRows<{ name: string }>(
      AUTOCOMMIT,
      'SELECT name FROM schema_migrations ORDER BY name',
    );
    return rows.map((row) => row.name);
  },
  async logMigration({ name }) {
    await change(AUTOCOMMIT, 'INSERT IGNORE INTO schema_migrations (name) VALUES (?)', [name]);
  },
  async unlogMigration({ name }) {
    await change(AUTOCOMMIT, 'DELETE FROM schema_migrations WHERE name = ?', [name]);
  },
};

/**
 * The migrator over the connected database. Every statement is repeatable (IF NOT EXISTS, IF EXISTS),
 * because DDL is not transactional: a migration that died half way is simply run again.
 */
export function migrator() {
  return new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: () => runAll(up),
      down: () => runAll(down),
    })),
    storage,
    logger: undefined,
  });
}

async function runAll(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database().query(statement);
}
