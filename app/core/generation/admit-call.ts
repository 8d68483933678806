import { AppError } from '#app/contracts/errors.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { config } from '#app/core/platform/config.ts';
import { ring } from '#app/core/queue/bell.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitFolded } from './admit-fold.ts';
import type { AdmittedCall, ApiCall } from './api-call.ts';
import { planCall } from './plan-call.ts';

/**
 * Takes a call of the public API on: stored, paid for, and on its way when this returns. Its reader is
 * registered by then (read-call.ts).
 * @throws AppError token_balance with `needed` and `available`, key_cap, model_not_found, forbidden,
 *   invalid_request with the field, context_length, unsupported_modality, price_unknown, no_provider
 */
export async function admitCall(call: ApiCall): Promise<AdmittedCall> {
  const plan = await planCall(call);
  if (config().CHECK_BALANCE) {
    const account = await findAccount(AUTOCOMMIT, call.userId);
    if (!account) {
      const params = { needed: plan.estimate.leastMicro.toString(), available: '0' };
      throw new AppError('token_balance', { params });
    }
    plan.generation.accountId = account.id;
  }
  const { generationId, granted } = await admitFolded(plan);
  ring(generationId, 1);
  const { heldMicro, maxOutputTokens, capLowered } = granted ?? plan.generation;
  return { heldMicro, maxOutputTokens, capLowered };
}
