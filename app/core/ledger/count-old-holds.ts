import { selectCount } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** How many holds are older than this; those of runs that ended are released with their settle. */
export async function countOldHolds(minutes: number): Promise<number> {
  const old = 'SELECT COUNT(*) FROM holds WHERE created_at < NOW(3) - INTERVAL ? MINUTE';
  return selectCount(AUTOCOMMIT, old, [minutes]);
}
