import type { GenerationState } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';
import { findKeyNames } from '#app/core/api-keys/key-names.ts';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import { listedTargets, targetOf } from '#app/core/targets/table.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Autocommit, Tx } from '#db/transaction.ts';
import { callsOf, matching, usageOf, type CallFilter, type UsageColumns } from './calls.ts';

/**
 * Batches that are read beside each other, each on a connection of its own: the rows of a person lie far apart, and one
 * batch alone would wait for the disk most of its time. More would take too many of the process's connections.
 */
const AT_ONCE = 3;

interface Sizes {
  /** Calls of a batch: few enough to hold neither process nor database for long, nor much memory by those read ahead. */
  batch: number;
  /** Names of keys that are kept from batch to batch; somebody's are fewer. */
  names: number;
}

const SIZES: Sizes = { batch: 1000, names: 10_000 };

/** A call as the database says it. */
interface Row extends Omit<ExportedCall, 'kind' | 'keyName' | 'firstTokenMs' | 'latencyMs'> {
  target: string;
  firstTokenMs: string | null;
  latencyMs: string | null;
}

/** Times are written by the database: reading and writing them again would cost more than all else of a row. */
const COLUMNS = `g.id, g.user_id AS userId, g.target, g.state, g.model, g.provider, g.api_key_id AS keyId,
  g.application_id AS applicationId, g.prompt_tokens AS inputTokens, g.cached_tokens AS cachedTokens,
  g.completion_tokens AS outputTokens, g.reasoning_tokens AS reasoningTokens, g.charged_micro AS costMicro,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.first_token_at) DIV 1000 AS firstTokenMs,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.finished_at) DIV 1000 AS latencyMs,
  g.finish_reason AS finishReason, g.error_code AS errorCode,
  CONCAT(LEFT(DATE_FORMAT(g.created_at, '%Y-%m-%dT%H:%i:%s.%f'), 23), 'Z') AS createdAt`;

/** What a call was, who answered it and what it cost, as its owner may keep it. None of what was said. */
interface KeptCall {
  id: string;
  requestId: string | null;
  target: string;
  task: string;
  state: GenerationState;
  conversationId: string | null;
  keyId: string | null;
  model: string;
  provider: string;
  finishReason: string | null;
  errorCode: string | null;
  usage: TokenUsage | null;
  /** Micro-dollars as text; null until it has ended. */
  chargedMicro: string | null;
  chargeReason: string | null;
  priceId: string | null;
  attempts: Attempt[];
  createdAt: Date;
  startedAt: Date | null;
  firstTokenAt: Date | null;
  finishedAt: Date | null;
}

type StoredRow = Omit<KeptCall, 'usage' | 'attempts'> & UsageColumns & { attempts: string | null };

/**
 * All calls of a filter, newest first, batch by batch; one of which nothing matches is empty. What comes late costs as much
 * as what comes first. While a batch is written the database reads the next ones, `AT_ONCE` of them and no further. Calls
 * that are made meanwhile are not among them.
 * @throws QueryError, DatabaseUnavailable after all batches that stand before the one that could not be read
 */
export async function* exportCalls(
  tx: Autocommit,
  filter: CallFilter,
  sizes: Sizes = SIZES,
): AsyncGenerator<ExportedCall[]> {
  const names: KeyNames = new Map();
  // Whoever asks for a stretch while another one is looked for gets the one after it.
  const stretches = stretchesOf(tx, filter, sizes.batch);
  const readNext = () => {
    const rows = stretches.next().then(({ value }) => value && readRows(tx, filter, value));
    // Where the reader leaves nobody waits for it any more, nor where one before it has failed.
    rows.catch(() => undefined);
    return rows;
  };
  const underWay = Array.from({ length: AT_ONCE }, readNext);
  for (;;) {
    const rows = await underWay.shift();
    if (!rows) return;
    underWay.push(readNext());
    if (names.size > sizes.names) names.clear();
    await learnNames(tx, names, rows);
    yield rows.map((row) => toCall(row, names));
  }
}

interface Stretch {
  after: string | undefined;
  downTo: string | undefined;
}

/** Where each batch begins and ends, found by an index alone: so many calls, whether they match or not. */
async function* stretchesOf(
  tx: Autocommit,
  filter: CallFilter,
  batch: number,
): AsyncGenerator<Stretch, undefined> {
  let after: string | undefined;
  for (;;) {
    const { from, values } = callsOf(filter, { after });
    const statement = `SELECT id ${from} LIMIT 1 OFFSET ?`;
    const last = await selectRow<{ id: string }>(tx, statement, [...values, batch - 1]);
    yield { after, downTo: last?.id };
    if (!last) return undefined;
    after = last.id;
  }
}

function readRows(tx: Autocommit, filter: CallFilter, stretch: Stretch): Promise<Row[]> {
  const { from, values } = callsOf(filter, stretch, matching(filter));
  return selectRows<Row>(tx, `SELECT ${COLUMNS} ${from}`, values);
}

/** By the ids of keys; null for one that has none. */
type KeyNames = Map<string, string | null>;

/** The names of keys that were not seen before. */
async function learnNames(tx: Autocommit, names: KeyNames, calls: readonly Row[]): Promise<void> {
  const ids = new Set(calls.flatMap(({ keyId }) => (keyId === null || names.has(keyId) ? [] : keyId)));
  if (ids.size === 0) return;
  const found = await findKeyNames(tx, [...ids]);
  for (const id of ids) names.set(id, found.get(id) ?? null);
}

/** Member by member: to copy so many by a spread takes longer than to read and write the row. */
function toCall(row: Row, names: KeyNames): ExportedCall {
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

/**
 * Calls of a user in the order of their time, those that their list of activity shows.
 * @param page.after the last id of the page before, '' to begin with
 */
export async function pageCalls(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<KeptCall[]> {
  const rows = await selectRows<StoredRow>(
    tx,
    `SELECT g.id, request_id AS requestId, target, task, state, conversation_id AS conversationId,
       api_key_id AS keyId, model, provider, finish_reason AS finishReason, error_code AS errorCode,
       charged_micro AS chargedMicro, charge_reason AS chargeReason, price_id AS priceId, attempts,
       created_at AS createdAt, started_at AS startedAt, first_token_at AS firstTokenAt, finished_at AS finishedAt,
       token_usage, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens
     FROM (SELECT id FROM generations WHERE user_id = ? AND id > ? AND target IN (?) ORDER BY id LIMIT ?) page
     JOIN generations g ON g.id = page.id ORDER BY g.id`,
    [userId, after, listedTargets(), most],
  );
  return rows.map(toStoredCall);
}

function toStoredCall(row: StoredRow): KeptCall {
  const {
    token_usage,
    prompt_tokens,
    cached_tokens,
    completion_tokens,
    reasoning_tokens,
    attempts,
    ...facts
  } = row;
  const usage = usageOf({ token_usage, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens });
  return { ...facts, usage, attempts: attempts === null ? [] : (JSON.parse(attempts) as Attempt[]) };
}
