import { z } from 'zod';
import { readReceipt } from '#app/core/generation/report/read-receipt.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { toReceiptObject } from './receipt-object.server.ts';

const query = z.object({ id: z.string({ error: 'names the generation and is required' }) });

/**
 * GET /api/v1/generation?id=: the receipt of a call or a chat reply of the person whose key calls. The id is
 * that of `x-generation-id`, or of the answer with its `chatcmpl-`, `cmpl-`, `msg_` or `resp_`.
 * @throws AppError not_found for an id that is unknown or somebody else's
 */
export const generationCall = hubEndpoint({ query }, async ({ user, query: { id } }) => {
  const generationId = id.replace(/^(?:chatcmpl-|cmpl-|msg_|resp_)/, '');
  return toReceiptObject(await readReceipt(AUTOCOMMIT, { userId: user.id, generationId }));
});
