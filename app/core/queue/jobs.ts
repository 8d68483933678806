import { z } from 'zod';

/**
 * Wakes a worker for a generation: the row holds everything else. `share`: the account's share of places that
 * it uses (`runPayload`, core/targets/table.ts); absent in jobs of earlier versions.
 */
const run = z.object({
  generationId: z.string(),
  attempt: z.number().int().positive(),
  share: z.string().optional(),
});

export type RunPayload = z.output<typeof run>;

/**
 * The catalogue of jobs: name -> payload. A job without a handler does not compile (see worker/register.ts).
 */
export const JOB_SCHEMAS = {
  'run-generation': run,
  /** Runs that were admitted together. */
  'run-generations': z.object({ runs: z.array(run) }),
  /** Wakes a worker to poll a provider's job. */
  'poll-generation': run,
  /** A job of the outbox (core/follow-ups). */
  'follow-up': z.object({ followUpId: z.string() }),
} as const;

export type JobName = keyof typeof JOB_SCHEMAS;
export type JobPayload<Name extends JobName> = z.output<(typeof JOB_SCHEMAS)[Name]>;
export type JobHandlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> };
