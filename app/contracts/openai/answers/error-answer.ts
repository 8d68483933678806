import { z } from 'zod';

/** Every error of the public API, and the last event of a stream that failed. Nothing else stands in it: strict clients trip over more. */
export const errorAnswer = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable().describe('The field of the request that is wrong.'),
      code: z.string(),
    }),
  })
  .meta({ title: 'Error' });

export type PublicError = z.output<typeof errorAnswer>;
