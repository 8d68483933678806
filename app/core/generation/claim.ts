import { createFold, type Outcome } from '#app/core/platform/fold.ts';
import { changeAndSelect } from '#db/sql.ts';
import { GENERATION_COLUMNS, toGeneration, type Generation, type GenerationRow } from './row.ts';

interface Claim {
  generationId: string;
  /** The attempt that the bell rang for: one more than the row has seen. */
  attempt: number;
  workerId: string;
}

/**
 * Takes a queued generation for this worker: queued -> running as a compare-and-set on state and attempt. Claims of
 * one moment share two statements that need no transaction: a row that names this worker and the attempt is its own,
 * also when the answer to the first was lost on the way.
 * @returns the generation, or null when another worker took it or it needs no run any more.
 */
export const claimGeneration = createFold<Claim, Generation | null>({
  async run(claims) {
    const { workerId } = claims[0]!;
    const ids = claims.map(({ generationId }) => generationId);
    const rows = await changeAndSelect<GenerationRow>(
      [
        `UPDATE generations SET state = 'running', attempt = attempt + 1, worker_id = ?, heartbeat_at = NOW(3),
           started_at = COALESCE(started_at, NOW(3))
         WHERE id IN (?) AND state = 'queued' AND (id, attempt) IN (?)`,
        [workerId, ids, claims.map(({ generationId, attempt }) => [generationId, attempt - 1])],
      ],
      [
        `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id IN (?) AND state = 'running' AND worker_id = ?`,
        [ids, workerId],
      ],
    );
    const taken = new Map(rows.map((row) => [row.id, row]));
    return claims.map(({ generationId, attempt }): Outcome<Generation | null> => {
      const row = taken.get(generationId);
      if (row?.attempt !== attempt) return { ok: true, value: null };
      // A second claim in the same fold must lose.
      taken.delete(generationId);
      return { ok: true, value: toGeneration(row) };
    });
  },
});
