import { Umzug, type UmzugStorage } from 'umzug';
import { migrations } from './migrations/index.ts';
import type { GuardedStep, Step } from './migrations/migration.ts';
import { change, selectRow, selectRows } from './sql.ts';
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

const OF_TABLE = {
  columns: 'SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?',
  statistics:
    'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ?',
};

async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(step);
}

/** Runs one step of a migration, or leaves it out where its column or index says so. */
export async function runStep(step: Step): Promise<void> {
  if (typeof step === 'string') {
    await change(AUTOCOMMIT, step);
    return;
  }
  if ((await isThere(step)) !== step.present) return;
  try {
    await change(AUTOCOMMIT, step.sql);
  } catch (error) {
    // Another process may have done it between the look and the act.
    if ((await isThere(step)) === step.present) throw error;
  }
}

async function isThere(step: GuardedStep): Promise<boolean> {
  const [statement, names] =
    'column' in step
      ? ([`${OF_TABLE.columns} AND column_name = ?`, step.column] as const)
      : ([`${OF_TABLE.statistics} AND index_name = ?`, step.index] as const);
  return (await selectRow(AUTOCOMMIT, `${statement} LIMIT 1`, [...names])) !== undefined;
}
