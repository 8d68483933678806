import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Formats of the first moment of an hour, a day or a month, in UTC as connections speak it. */
const STARTS = { hour: '%Y-%m-%d %H:00:00', day: '%Y-%m-%d 00:00:00', month: '%Y-%m-01 00:00:00' };

/**
 * By how many the users became more or fewer, by the hour, day or month (UTC) that begins at `at`, oldest first. Who has
 * deleted the account is no user any more.
 */
export async function countUsersBy(
  tx: Tx,
  grain: keyof typeof STARTS,
): Promise<{ at: Date; users: number }[]> {
  const rows = await selectRows<{ at: string; users: string }>(
    tx,
    `SELECT at, SUM(users) AS users FROM (
       SELECT DATE_FORMAT(created_at, ?) AS at, COUNT(*) AS users FROM users GROUP BY 1
       UNION ALL
       SELECT DATE_FORMAT(deleted_at, ?) AS at, -COUNT(*) AS users FROM users WHERE deleted_at IS NOT NULL GROUP BY 1
     ) AS changes GROUP BY at ORDER BY at`,
    [STARTS[grain], STARTS[grain]],
  );
  return rows.map(({ at, users }) => ({ at: new Date(`${at.replace(' ', 'T')}Z`), users: Number(users) }));
}
