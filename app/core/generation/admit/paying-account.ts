import { AppError } from '#app/contracts/errors.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { config } from '#app/core/platform/config.ts';
import type { Plan } from './plan.ts';

/**
 * The account that pays for a plan; null where nothing is charged, as on a key of one's own.
 * @throws AppError token_balance with `needed` and `available` for a user without an account
 */
export async function payingAccount({ generation, estimate }: Plan): Promise<string | null> {
  if (generation.ownKey || !config().CHECK_BALANCE) return null;
  const accountId = await findAccountId(generation.userId);
  if (accountId !== null) return accountId;
  const params = { needed: estimate.leastMicro.toString(), available: '0' };
  throw new AppError('token_balance', { params });
}
