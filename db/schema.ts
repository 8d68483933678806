import { Umzug, type UmzugStorage } from 'umzug';
import { migrations } from './migrations/index.ts';
import type { GuardedStep, Step } from './migrations/migration.ts';
import { seedCatalogue } from './seed/catalogue.ts';
import { change, selectRow, selectRows } from './sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from './transaction.ts';

/** The names of executed migrations, in the table `schema_migrations`. */
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

/** Max wait for another process that prepares the same database, in seconds. */
const LOCK_WAIT_S = 120;

interface Prepared {
  /** Names of the migrations that ran now. */
  migrated: string[];
  /** Number of rows by seed name. */
  seeded: Record<string, number>;
}

/** All seeds in the order they run. */
const seeds: readonly Seed[] = [{ name: 'models', run: seedCatalogue }];

/** Data that every installation needs. Runs at every start: it updates rows and never adds them twice. */
interface Seed {
  name: string;
  /** @returns how many rows are in place now */
  run: (tx: Tx) => Promise<number>;
}

/**
 * The migrator for the connected database. Every statement is repeatable (IF NOT EXISTS, IF EXISTS), because
 * DDL is not transactional: a migration that failed halfway is simply run again.
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

/** Runs one step of a migration, or skips it depending on its column or index. */
export async function runStep(step: Step): Promise<void> {
  if (typeof step === 'string') {
    await change(AUTOCOMMIT, step);
    return;
  }
  if ((await isThere(step)) !== step.present) return;
  try {
    await change(AUTOCOMMIT, step.sql);
  } catch (error) {
    // Another process may have done it between the check and the statement.
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

/**
 * Brings the connected database to the newest schema and applies the seeds. Processes that start at the same
 * time take turns.
 * @throws Error when another process holds the lock for too long, or a statement fails
 */
export async function prepareDatabase(): Promise<Prepared> {
  // The lock belongs to the transaction's connection; the migrations run on others, because DDL would commit
  // it.
  return transaction(async (lock) => {
    const name = "CONCAT('prepare:', MD5(DATABASE()))";
    const acquired = await selectRow<{ ok: number | null }>(lock, `SELECT GET_LOCK(${name}, ?) AS ok`, [
      LOCK_WAIT_S,
    ]);
    if (acquired?.ok !== 1) throw new Error('another process has been preparing this database for too long');
    try {
      const migrated = (await migrator().up()).map((migration) => migration.name);
      const seeded: Record<string, number> = {};
      for (const seed of seeds) seeded[seed.name] = await seed.run(AUTOCOMMIT);
      return { migrated, seeded };
    } finally {
      await selectRow(lock, `SELECT RELEASE_LOCK(${name}) AS ok`);
    }
  });
}
