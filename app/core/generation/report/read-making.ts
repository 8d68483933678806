import { shapeOf } from '#app/contracts/media/choice.ts';
import type { Making } from '#app/contracts/media/making.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { newestPartials } from '#app/core/generation/stream/partial-picture.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Row {
  id: string;
  task: Making['kind'];
  state: string;
  is_stopping: number;
  done_percent: number | null;
  parameters: string | null;
}

/** How far the replies are that are pictures or videos, by their generations. Whose they are the caller has checked. */
export async function readMaking(tx: Tx, generationIds: readonly string[]): Promise<Map<string, Making>> {
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

function toMaking(row: Row, partial: number | null): Making {
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
