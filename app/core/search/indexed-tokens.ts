import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Larger than any byte of UTF-8. */
const AFTER_UTF8 = Buffer.from([0xff]);

/** Bytes of the column `token`. */
const MAX_TOKEN_BYTES = 32;

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

/** True if an account has a token with a beginning. */
export async function hasToken(account: Buffer, beginning: string): Promise<boolean> {
  const [token] = await select(
    'SELECT token FROM search_tokens WHERE user_id = ? AND token >= ? AND token < ? LIMIT 1',
    [account, ...rangeOf(beginning)],
  );
  return token !== undefined;
}

/** The word with the newest message of an account; null if it has none of them. Words that are too long are skipped. */
export async function newestOfTokens(account: Buffer, words: readonly string[]): Promise<string | null> {
  const tokens = words.map((word) => Buffer.from(word)).filter(({ length }) => length <= MAX_TOKEN_BYTES);
  if (tokens.length === 0) return null;
  const [newest] = await select(
    `SELECT words.token, (SELECT message_id FROM search_tokens t WHERE t.user_id = ? AND t.token = words.token
       ORDER BY message_id DESC LIMIT 1) AS newest
     FROM (SELECT ? AS token ${' UNION ALL SELECT ?'.repeat(tokens.length - 1)}) AS words
     HAVING newest IS NOT NULL ORDER BY newest DESC LIMIT 1`,
    [account, ...tokens],
  );
  return newest?.toString('utf8') ?? null;
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
