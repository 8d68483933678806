import { createFold, type Outcome } from '#app/core/platform/fold.ts';
import { change, selectRows } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { GENERATION_COLUMNS, toGeneration, type Generation, type GenerationRow } from './row.ts';

interface Claim {
  generationId: string;
  /** The attempt that the bell rang for: one more than the row has seen. */
  attempt: number;
  workerId: string;
}

/**
 * Takes a queued generation for this worker: queued -> running as a compare-and-set on state and attempt.
 * Claims of one moment share a transaction.
 * @returns the generation, or null when another worker took it or it needs no run any more.
 */
export const claimGeneration = createFold<Claim, Generation | null>({
  run: (claims) =>
    transaction(async (tx) => {
      const rows = await selectRows<GenerationRow & { worker_id: string | null }>(
        tx,
        `SELECT ${GENERATION_COLUMNS}, worker_id FROM generations WHERE id IN (?) ORDER BY id FOR UPDATE`,
        [claims.map((claim) => claim.generationId)],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      const taken: string[] = [];
      const outcomes = claims.map((claim): Outcome<Generation | null> => {
        const row = byId.get(claim.generationId);
        if (!row || !isClaimable(row, claim)) return { ok: true, value: null };
        // A second claim in the same fold must lose.
        byId.delete(claim.generationId);
        if (row.state === 'queued') taken.push(row.id);
        return { ok: true, value: { ...toGeneration(row), state: 'running', attempt: claim.attempt } };
      });
      if (taken.length > 0) {
        await change(
          tx,
          `UPDATE generations SET state = 'running', attempt = attempt + 1, worker_id = ?, heartbeat_at = NOW(3),
             started_at = COALESCE(started_at, NOW(3))
           WHERE id IN (?)`,
          [claims[0]!.workerId, taken],
        );
      }
      return outcomes;
    }),
});

/** Queued for this attempt, or claimed by this worker in a transaction whose answer was lost on the way. */
function isClaimable(row: GenerationRow & { worker_id: string | null }, claim: Claim): boolean {
  if (row.state === 'queued') return row.attempt === claim.attempt - 1;
  return row.state === 'running' && row.attempt === claim.attempt && row.worker_id === claim.workerId;
}
