import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { runAll } from './run.ts';

/**
 * Drops the indexes of a table, except its primary key: many rows are written faster without, and an index is
 * built faster from all rows at once.
 * @returns a function that builds them again
 */
export async function dropIndexes(table: string): Promise<() => Promise<void>> {
  const [row] = await selectRows<Record<string, string>>(AUTOCOMMIT, `SHOW CREATE TABLE \`${table}\``);
  const lines = row!['Create Table']!.split('\n').map((line) => line.trim().replace(/,$/, ''));
  const keys = lines.filter((line) => /^(?:UNIQUE )?KEY /.test(line));
  if (keys.length === 0) return () => Promise.resolve();
  const names = keys.map((key) => /`([^`]+)`/.exec(key)![1]!);
  await runAll([`ALTER TABLE \`${table}\` ${names.map((name) => `DROP KEY \`${name}\``).join(', ')}`]);
  return () => runAll([`ALTER TABLE \`${table}\` ${keys.map((key) => `ADD ${key}`).join(', ')}`]);
}
