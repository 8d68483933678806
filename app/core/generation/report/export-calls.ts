import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { callsOf, matching, type CallFilter } from './calls-of.ts';

/** Rows of a batch: few enough that reading them holds neither the process nor the database for long. */
const BATCH = 2000;

/** The same as the database says it; all but `nearId` are null for a call that does not match. */
type Row = { nearId: string } & (
  | { id: null }
  | (Omit<ExportedCall, 'kind' | 'firstTokenMs' | 'latencyMs'> & {
      target: string;
      firstTokenMs: string | null;
      latencyMs: string | null;
    })
);

/** Times are written by the database: reading and writing them again would cost more than all else of a row. */
const COLUMNS = `g.id, g.user_id AS userId, g.target, g.state, g.model, g.provider, g.api_key_id AS keyId,
  g.application_id AS applicationId, g.prompt_tokens AS inputTokens, g.cached_tokens AS cachedTokens,
  g.completion_tokens AS outputTokens, g.reasoning_tokens AS reasoningTokens, g.charged_micro AS costMicro,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.first_token_at) DIV 1000 AS firstTokenMs,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.finished_at) DIV 1000 AS latencyMs,
  g.finish_reason AS finishReason, g.error_code AS errorCode,
  CONCAT(LEFT(DATE_FORMAT(g.created_at, '%Y-%m-%dT%H:%i:%s.%f'), 23), 'Z') AS createdAt`;

/**
 * All calls of a filter, newest first, batch by batch. A batch goes on by the id of the call before it, and looks at no
 * more than `BATCH` calls: what comes late costs as much as what comes first, and one that matches nothing is empty.
 * While a batch is written the database reads the next one, and no further. Calls that are made meanwhile are not among
 * them.
 */
export async function* exportCalls(
  tx: Tx,
  filter: CallFilter,
  batch = BATCH,
): AsyncGenerator<ExportedCall[]> {
  let next = readBatch(tx, filter, { batch });
  for (;;) {
    const rows = await next;
    const isLast = rows.length < batch;
    if (!isLast) {
      next = readBatch(tx, filter, { batch, after: rows.at(-1)!.nearId });
      // Where the reader leaves meanwhile nobody waits for it any more.
      next.catch(() => undefined);
    }
    yield rows.flatMap((row) => (row.id === null ? [] : [toCall(row)]));
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
    `SELECT near.id AS nearId, ${COLUMNS} FROM (SELECT id ${from} LIMIT ?) AS near
     LEFT JOIN generations g ON g.id = near.id${wanted.and} ORDER BY near.id DESC`,
    [...values, batch, ...wanted.values],
  );
}

function toCall({
  nearId: _near,
  target,
  firstTokenMs,
  latencyMs,
  ...row
}: Row & { id: string }): ExportedCall {
  const number = (text: string | null) => (text === null ? null : Number(text));
  return {
    ...row,
    kind: targetOf({ target }).listedAs ?? 'api',
    firstTokenMs: number(firstTokenMs),
    latencyMs: number(latencyMs),
  };
}
