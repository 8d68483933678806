import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ScaleSize } from '../size.ts';

/** The context of every seeding step. */
export interface SeedContext extends ScaleSize {
  /** Milliseconds of the epoch: the first generation is admitted after `from`, the last one has ended by `until`. */
  from: number;
  until: number;
  /** Of the password that every user has. */
  passwordHash: string;
}

/** Runs statements one after another, over the process's connections to the seeded database. */
export async function runAll(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await selectRows(AUTOCOMMIT, statement);
}

/** The whole numbers below `count`, as a table of the SEQUENCE engine; its column is `seq`. */
export const numbersBelow = (count: number): string => `seq_0_to_${count - 1}`;

/** A UUIDv7 in SQL. @param ms its time; @param name distinguishes it from others of that millisecond */
export const idOf = (ms: string, name: string): string =>
  `LOWER(CONCAT(SUBSTR(LPAD(HEX(${ms}), 12, '0'), 1, 8), '-', SUBSTR(LPAD(HEX(${ms}), 12, '0'), 9, 4), '-7',
     SUBSTR(MD5(${name}), 1, 3), '-8', SUBSTR(MD5(${name}), 4, 3), '-', SUBSTR(MD5(${name}), 7, 12)))`;

/** A DATETIME(3) in SQL of milliseconds since the epoch. */
export const timeOf = (ms: string): string => `FROM_UNIXTIME((${ms}) / 1000)`;
