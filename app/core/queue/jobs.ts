import { z } from 'zod';

/** The catalogue of jobs: name -> payload. A job without a handler does not compile (see worker/register.ts). */
export const JOB_SCHEMAS = {
  /** The bell of a generation: the row says everything else. */
  'run-generation': z.object({ generationId: z.string(), attempt: z.number().int().positive() }),
} as const;

export type JobName = keyof typeof JOB_SCHEMAS;
export type JobPayload<Name extends JobName> = z.output<(typeof JOB_SCHEMAS)[Name]>;
export type JobHandlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> };
