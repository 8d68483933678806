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
 * Batches that are read concurrently, each on a connection of its own: a user's rows are scattered, and a
 * single batch would mostly wait for the disk. More would take too many of the process's connections.
 */
const AT_ONCE = 3;

interface Sizes {
  /**
   * Calls of a batch: few enough to block neither process nor database for long, and to bound the memory of
   * those read ahead.
   */
  batch: number;
  /** Max names of keys that are remembered between batches; a single user has fewer. */
  names: number;
}

const SIZES: Sizes = { batch: 1000, names: 10_000 };

/** A call as the database returns it. */
interface Row extends Omit<ExportedCall, 'kind' | 'keyName' | 'firstTokenMs' | 'latencyMs'> {
  target: string;
  firstTokenMs: string | null;
  latencyMs: string | null;
}

/**
 * The database formats the times: parsing and formatting them again would cost more than the rest of a row.
 */
const COLUMNS = `g.id, g.user_id AS userId, g.target, g.state, g.model, g.provider, g.api_key_id AS keyId,
  g.application_id AS applicationId, g.prompt_tokens AS inputTokens, g.cached_tokens AS cachedTokens,
  g.completion_tokens AS outputTokens, g.reasoning_tokens AS reasoningTokens, g.charged_micro AS costMicro,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.first_token_at) DIV 1000 AS firstTokenMs,
  TIMESTAMPDIFF(MICROSECOND, g.created_at, g.finished_at) DIV 1000 AS latencyMs,
  g.finish_reason AS finishReason, g.error_code AS errorCode,
  CONCAT(LEFT(DATE_FORMAT(g.created_at, '%Y-%m-%dT%H:%i:%s.%f'), 23), 'Z') AS createdAt`;

/** A call with its provider and cost, for its owner's data export, without any text. */
interface CallRecord {
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

type StoredRow = Omit<CallRecord, 'usage' | 'attempts'> & UsageColumns & { attempts: string | null };

/**
 * Exports all calls of a filter, newest first, batch by batch; a batch without a match is empty. Late batches
 * cost as much as early ones. While a batch is written the database reads the next `AT_ONCE` ones and no
 * further. Calls made meanwhile are not included.
 * @throws QueryError, DatabaseUnavailable after all batches before the one that could not be read
 */
export async function* exportCalls(
  tx: Autocommit,
  filter: CallFilter,
  sizes: Sizes = SIZES,
): AsyncGenerator<ExportedCall[]> {
  const names: KeyNames = new Map();
  // The generator queues concurrent requests: each gets the next range.
  const ranges = rangesOf(tx, filter, sizes.batch);
  const readNext = () => {
    const rows = ranges.next().then(({ value }) => value && readRows(tx, filter, value));
    // After the reader left or an earlier batch failed, this result is not awaited.
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

interface IdRange {
  after: string | undefined;
  downTo: string | undefined;
}

/** Ranges of the batches, found by an index alone: each spans the same number of calls, matching or not. */
async function* rangesOf(
  tx: Autocommit,
  filter: CallFilter,
  batch: number,
): AsyncGenerator<IdRange, undefined> {
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

function readRows(tx: Autocommit, filter: CallFilter, stretch: IdRange): Promise<Row[]> {
  const { from, values } = callsOf(filter, stretch, matching(filter));
  return selectRows<Row>(tx, `SELECT ${COLUMNS} ${from}`, values);
}

/** By key id; null for a key without a name. */
type KeyNames = Map<string, string | null>;

/** Reads the names of keys that are not known yet. */
async function learnNames(tx: Autocommit, names: KeyNames, calls: readonly Row[]): Promise<void> {
  const ids = new Set(calls.flatMap(({ keyId }) => (keyId === null || names.has(keyId) ? [] : keyId)));
  if (ids.size === 0) return;
  const found = await findKeyNames(tx, [...ids]);
  for (const id of ids) names.set(id, found.get(id) ?? null);
}

/** Copies field by field: a spread would take longer than reading and writing the row. */
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
 * A page of a user's calls by time, as the activity list shows them.
 * @param page.after the last id of the previous page, '' to begin with
 */
export async function pageCalls(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<CallRecord[]> {
  const rows = await selectRows<StoredRow>(
    tx,
    `SELECT g.id, request_id AS requestId, target, task, state, conversation_id AS conversationId,
       api_key_id AS keyId, model, provider, finish_reason AS finishReason, error_code AS errorCode,
       charged_micro AS chargedMicro, charge_reason AS chargeReason, price_id AS priceId, attempts,
       created_at AS createdAt, started_at AS startedAt, first_token_at AS firstTokenAt, finished_at AS finishedAt,
       token_usage, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens
     FROM (SELECT id FROM generations WHERE user_id = ? AND id > ? AND target IN (?) ORDER BY id LIMIT ?) page
     JOIN generations g ON g.id = page.id ORDER BY g.id`,
    [userId, after, listedTargets(), max],
  );
  return rows.map(toStoredCall);
}

function toStoredCall(row: StoredRow): CallRecord {
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
