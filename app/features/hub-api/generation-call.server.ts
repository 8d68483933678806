import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { GENERATION_QUERY, generationIdIn } from './generation-id.ts';
import { toReceiptObject } from './receipt-object.server.ts';

/**
 * GET /api/v1/generation?id=: the receipt of a call or a chat reply of the person whose key calls.
 * @throws AppError not_found for an id that is unknown or somebody else's
 */
export const generationCall = hubEndpoint({ query: GENERATION_QUERY }, async ({ user, query: { id } }) =>
  toReceiptObject(await readReceipt(AUTOCOMMIT, { userId: user.id, generationId: generationIdIn(id) })),
);
