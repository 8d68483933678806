import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { readReceipt } from '#app/core/payments/receipts.ts';
import { config } from '#app/core/platform/config.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The receipt of one of the caller's purchases.
 * @throws Response 404 for one that is unknown, malformed or somebody else's
 */
export async function loadReceipt({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const accountId = await findAccountId(user.id);
  const id = params['purchaseId'] ?? '';
  const receipt = accountId === null ? null : await readReceipt(AUTOCOMMIT, accountId, id);
  if (!receipt) throw errorResponse(new AppError('not_found'));
  return {
    receipt,
    buyer: { name: user.name, email: user.email },
    sellerEmail: config().FEEDBACK_EMAIL ?? null,
    texts: await pageTexts(request, 'purchases'),
  };
}
