import { migrator } from './migrate.ts';
import { seeds } from './seed/seeds.ts';
import { selectRow } from './sql.ts';
import { AUTOCOMMIT, transaction } from './transaction.ts';

/** Longest wait for another process that prepares the same database, in seconds. */
const LOCK_WAIT_S = 120;

export interface Prepared {
  /** Names of the migrations that ran now. */
  migrated: string[];
  /** Seed name to the number of its rows. */
  seeded: Record<string, number>;
}

/**
 * Brings the connected database to the newest schema and puts the seeds in place. Processes that start at the
 * same time take turns.
 * @throws Error when another process holds the database for too long, or a statement fails
 */
export async function prepareDatabase(): Promise<Prepared> {
  // The lock belongs to the transaction's connection; the migrations run on others, as DDL would commit it.
  return transaction(async (lock) => {
    const name = "CONCAT('prepare:', MD5(DATABASE()))";
    const taken = await selectRow<{ ok: number | null }>(lock, `SELECT GET_LOCK(${name}, ?) AS ok`, [
      LOCK_WAIT_S,
    ]);
    if (taken?.ok !== 1) throw new Error('another process has been preparing this database for too long');
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
