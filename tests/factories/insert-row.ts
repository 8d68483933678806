import { change, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Inserts a row for a test; omitted columns have their defaults. */
export async function insertRow(table: string, row: Record<string, SqlValue>): Promise<void> {
  const columns = Object.keys(row).join(', ');
  await change(AUTOCOMMIT, `INSERT INTO ${table} (${columns}) VALUES (?)`, [Object.values(row)]);
}
