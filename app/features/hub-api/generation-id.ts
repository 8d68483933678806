import { z } from 'zod';

/** How a call of the public API names a generation. */
export const GENERATION_QUERY = z.object({ id: z.string({ error: 'names the generation and is required' }) });

/** The id of a generation: that of `x-generation-id`, or of the answer with its `chatcmpl-`, `cmpl-`, `msg_` or `resp_`. */
export function generationIdIn(id: string): string {
  return id.replace(/^(?:chatcmpl-|cmpl-|msg_|resp_)/, '');
}
