import { shapeOf, type MediaChoice } from '#app/contracts/media/choice.ts';
import type { MediaInProgress } from '#app/contracts/media/making.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { newestPartials } from '#app/core/generation/stream/partial-image.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Row {
  id: string;
  task: MediaInProgress['kind'];
  state: string;
  is_stopping: number;
  done_percent: number | null;
  parameters: string | null;
}

/** Reads the progress of image and video replies, by generation. The caller has checked the owner. */
export async function readMediaProgress(
  tx: Tx,
  generationIds: readonly string[],
): Promise<Map<string, MediaInProgress>> {
  if (generationIds.length === 0) return new Map();
  const rows = await selectRows<Row>(
    tx,
    `SELECT id, task, state, stop_requested_at IS NOT NULL AS is_stopping, done_percent, parameters
     FROM generations WHERE id IN (?) AND task IN ('image', 'video')`,
    [[...generationIds]],
  );
  const partials = await newestPartials(rows.filter(showsPartials).map(({ id }) => id));
  return new Map(rows.map((row) => [row.id, toMaking(row, partials.get(row.id) ?? null)]));
}

const choiceOf = ({ parameters }: Row) => (JSON.parse(parameters ?? '{}') as SendParameters).media ?? {};

const showsPartials = (row: Row) => choiceOf(row).partialImages !== undefined;

function toMaking(row: Row, partial: number | null): MediaInProgress {
  const { task: kind, state, is_stopping: isStopping, done_percent } = row;
  return {
    kind,
    isQueued: state === 'queued',
    isStopping: isStopping === 1,
    donePercent: done_percent,
    partial,
    shape: shapeOf(choiceOf(row), kind),
  };
}

/** Returns those generations that ran on their user's own key. */
export async function findOwnKeyRuns(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM generations WHERE id IN (?) AND own_key = 1',
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Settings of the newest image or video that a model was asked for in a conversation; {} if none were chosen.
 * The caller has checked the owner.
 */
export async function lastChoice(
  tx: Tx,
  { conversationId, model }: { conversationId: string; model: string },
): Promise<MediaChoice> {
  const row = await selectRow<{ parameters: string | null }>(
    tx,
    `SELECT parameters FROM generations
     WHERE conversation_id = ? AND target = 'message' AND model = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [conversationId, model],
  );
  const { media = {} } = JSON.parse(row?.parameters ?? '{}') as SendParameters;
  return media;
}

/**
 * The cost of a conversation so far, in micro-dollars: its replies, and other calls such as its title. Replies
 * in progress are not included. The caller has checked the owner.
 */
export async function conversationCost(tx: Tx, conversationId: string): Promise<bigint> {
  const row = await selectRow<{ micro: bigint | number | string | null }>(
    tx,
    'SELECT SUM(charged_micro) AS micro FROM generations WHERE conversation_id = ?',
    [conversationId],
  );
  return BigInt(row?.micro ?? 0);
}
