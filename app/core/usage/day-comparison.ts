import { endOfBatch, readSettled } from '#app/core/generation/report/settled.ts';
import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Finding } from './reconciliations.ts';
import { FIGURE_COLUMNS, isNothing, toFigures, type FigureRow } from './sums/figures.ts';
import type { Scope } from './sums/series.ts';
import { Sums, type Grain, type Sum } from './sums/sums.ts';
import { DAY_MS, earliest, justBefore, later, oldestHours } from './sums/times.ts';
import { writeSums } from './sums/stored-sums.ts';
import type { UsageState } from './usage-state.ts';

/** Rows that are read at a time. */
const BATCH = 5000;

/**
 * Rebuilds the roll-ups of a day from its rows, compares them, and repairs differences: roll-ups are derived,
 * rows are not. The caller has locked the state, and the day is not before `completeFrom`.
 * @param day its start; for the current day, or one that is partly rolled up, the part that is rolled up is
 * compared
 */
export async function compareDay(tx: Transaction, day: Date, state: UsageState): Promise<Finding> {
  const until = earliest(justBefore(later(day, DAY_MS)), state.rolledUntil);
  const hasHours = day >= oldestHours(state.now);
  const difference = new Sums();
  for await (const call of callsOf(tx, { after: justBefore(day), until })) difference.addCall(call);
  for (const sum of await readSums(tx, day)) difference.add(sum, -1);
  const compared = difference.all().filter(({ grain }) => grain === 'day' || hasHours);
  const wrong = compared.filter(({ figures }) => !isNothing(figures));
  await writeSums(tx, wrong);
  return {
    compared: compared.length,
    mismatches: wrong.length,
    examples: wrong.slice(0, 5).map(describeSum),
  };
}

async function* callsOf(tx: Transaction, { after, until }: { after: Date; until: Date }) {
  for (let begin = after; begin < until;) {
    const end = (await endOfBatch(tx, { after: begin, until }, BATCH)) ?? until;
    yield* await readSettled(tx, { after: begin, until: end });
    begin = end;
  }
}

/** The stored sums of a day and its hours. */
async function readSums(tx: Transaction, day: Date): Promise<Sum[]> {
  const rows = await selectRows<
    FigureRow & {
      scope: Scope;
      user_id: string;
      model: string;
      key_id: string;
      application_id: string;
      grain: Grain;
      at: Date;
    }
  >(
    tx,
    `SELECT s.scope, s.user_id, s.model, s.key_id, s.application_id, f.grain, f.at, ${FIGURE_COLUMNS}
     FROM usage_figures f JOIN usage_series s ON s.id = f.series_id
     WHERE f.grain IN ('hour', 'day') AND f.at >= ? AND f.at < ?`,
    [day, later(day, DAY_MS)],
  );
  return rows.map((row) => ({
    names: {
      scope: row.scope,
      userId: row.user_id,
      model: row.model,
      keyId: row.key_id,
      applicationId: row.application_id,
    },
    grain: row.grain,
    at: row.at,
    figures: toFigures(row),
  }));
}

/** @param sum the difference: rows less roll-up */
function describeSum({ names, grain, at, figures }: Sum): string {
  const of = [names.userId, names.model, names.keyId, names.applicationId].filter((name) => name !== '');
  const { requests, errors, inputTokens, outputTokens, costMicro } = figures;
  const differences = { requests, errors, inputTokens, outputTokens, costMicro };
  const texts = Object.entries(differences).flatMap(([name, more]) =>
    BigInt(more) === 0n ? [] : `${name} ${more > 0 ? '+' : ''}${more}`,
  );
  return `${grain} ${at.toISOString()}, ${[names.scope, ...of].join(' ')}: rows have ${texts.join(', ') || 'other times'}; repaired`;
}
