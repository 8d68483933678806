import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';
import { findKeyNames } from '#app/core/api-keys/find-key-names.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { callsOf, matching, type CallFilter } from './calls-of.ts';

interface Sizes {
  /** Rows of a batch: few enough that reading them holds neither the process nor the database for long. */
  batch: number;
  /** Names of keys that are kept from batch to batch; somebody's are fewer. */
  names: number;
}

const SIZES: Sizes = { batch: 2000, names: 10_000 };

/** A call as the database says it. */
interface Found extends Omit<ExportedCall, 'kind' | 'keyName' | 'firstTokenMs' | 'latencyMs'> {
  target: string;
  firstTokenMs: string | null;
  latencyMs: string | null;
}

/** All but the id are null for a call that does not match. */
type Row = Found | { id: string; target: null };

/** Times are written by the database: reading and writing them again would cost more than all else of a row. */
const COLUMNS = `near.id, g.user_id AS userId, g.target, g.state, g.model, g.provider, g.api_key_id AS keyId,
  g.application_id AS applicationId, g.prompt_tokens AS inputTokens, g.cached_tokens AS cachedTokens,
  g.completion_tokens AS outputTokens, g.reasoning_tokens AS reasoningTokens, g.charged_micro AS costMicro,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.first_token_at) DIV 1000 AS firstTokenMs,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.finished_at) DIV 1000 AS latencyMs,
  g.finish_reason AS finishReason, g.error_code AS errorCode,
  CONCAT(LEFT(DATE_FORMAT(g.created_at, '%Y-%m-%dT%H:%i:%s.%f'), 23), 'Z') AS createdAt`;

/**
 * All calls of a filter, newest first, batch by batch. A batch goes on by the id of the call before it, and looks at no
 * more than `sizes.batch` calls: what comes late costs as much as what comes first, and one that matches nothing is empty.
 * While a batch is written the database reads the next one, and no further. Calls that are made meanwhile are not among
 * them.
 */
export async function* exportCalls(
  tx: Tx,
  filter: CallFilter,
  sizes: Sizes = SIZES,
): AsyncGenerator<ExportedCall[]> {
  const names: KeyNames = new Map();
  let next = readBatch(tx, filter, sizes);
  for (;;) {
    const rows = await next;
    const isLast = rows.length < sizes.batch;
    if (!isLast) {
      next = readBatch(tx, filter, { ...sizes, after: rows.at(-1)!.id });
      // Where the reader leaves meanwhile nobody waits for it any more.
      next.catch(() => undefined);
    }
    const found = rows.filter((row) => row.target !== null);
    if (names.size > sizes.names) names.clear();
    await learnNames(tx, names, found);
    yield found.map((row) => toCall(row, names));
    if (isLast) return;
  }
}

function readBatch(
  tx: Tx,
  filter: CallFilter,
  { batch, after }: { batch: number; after?: string },
): Promise<Row[]> {
  const wanted = matching(filter);
  const { from, values } = callsOf(filter, { after });
  return selectRows<Row>(
    tx,
    `SELECT ${COLUMNS} FROM (SELECT id ${from} LIMIT ?) AS near
     LEFT JOIN generations g ON g.id = near.id${wanted.and} ORDER BY near.id DESC`,
    [...values, batch, ...wanted.values],
  );
}

/** By the ids of keys; null for one that has none. */
type KeyNames = Map<string, string | null>;

/** The names of keys that were not seen before. */
async function learnNames(tx: Tx, names: KeyNames, calls: readonly Found[]): Promise<void> {
  const ids = new Set(calls.flatMap(({ keyId }) => (keyId === null || names.has(keyId) ? [] : keyId)));
  if (ids.size === 0) return;
  const found = await findKeyNames(tx, [...ids]);
  for (const id of ids) names.set(id, found.get(id) ?? null);
}

/** Member by member: to copy so many by a spread takes longer than to read and write the row. */
function toCall(row: Found, names: KeyNames): ExportedCall {
  return {
    id: row.id,
    createdAt: row.createdAt,
    userId: row.userId,
    kind: targetOf(row).listedAs ?? 'api',
    state: row.state,
    model: row.model,
    provider: row.provider,
    keyId: row.keyId,
    keyName: row.keyId === null ? null : names.get(row.keyId)!,
    applicationId: row.applicationId,
    inputTokens: row.inputTokens,
    cachedTokens: row.cachedTokens,
    outputTokens: row.outputTokens,
    reasoningTokens: row.reasoningTokens,
    costMicro: row.costMicro,
    firstTokenMs: numberOf(row.firstTokenMs),
    latencyMs: numberOf(row.latencyMs),
    finishReason: row.finishReason,
    errorCode: row.errorCode,
  };
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));
