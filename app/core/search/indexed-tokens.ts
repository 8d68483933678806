import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Larger than any byte of UTF-8. */
const AFTER_UTF8 = Buffer.from([0xff]);

// Grouped by both columns: MariaDB then steps from one token to the next, instead of reading all messages of each.
const WITH_BEGINNING = `FROM search_tokens WHERE user_id = ? AND token >= ? AND token < ?
  GROUP BY user_id, token`;

/** Lists different tokens of an account with a beginning, in their order. */
export function listTokens(account: Buffer, beginning: string, max: number): Promise<Buffer[]> {
  return select(`SELECT token ${WITH_BEGINNING} LIMIT ?`, [account, ...rangeOf(beginning), max]);
}

/** Lists those of the tokens with a beginning that have the newest messages, the newest first. */
export function listNewestTokens(account: Buffer, beginning: string, max: number): Promise<Buffer[]> {
  return select(`SELECT token ${WITH_BEGINNING} ORDER BY MAX(message_id) DESC LIMIT ?`, [
    account,
    ...rangeOf(beginning),
    max,
  ]);
}

/** The token with the newest message of an account; null for an empty list. */
export async function newestOfTokens(account: Buffer, tokens: readonly Buffer[]): Promise<Buffer | null> {
  if (tokens.length <= 1) return tokens[0] ?? null;
  const each = `(SELECT token, message_id FROM search_tokens WHERE user_id = ? AND token = ?
    ORDER BY message_id DESC LIMIT 1)`;
  const [newest] = await select(
    `${tokens.map(() => each).join(' UNION ALL ')} ORDER BY message_id DESC LIMIT 1`,
    tokens.flatMap((token) => [account, token]),
  );
  return newest ?? null;
}

/** The bounds of the tokens with a beginning: `[from, before)`. */
function rangeOf(beginning: string): [from: Buffer, before: Buffer] {
  const from = Buffer.from(beginning);
  return [from, Buffer.concat([from, AFTER_UTF8])];
}

async function select(sql: string, values: (Buffer | number)[]): Promise<Buffer[]> {
  const rows = await selectRows<{ token: Buffer }>(AUTOCOMMIT, sql, values);
  return rows.map(({ token }) => token);
}
