import { AppError } from '#app/contracts/errors.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';
import { discardRequests, saveRequest } from '#app/core/generation/record/request-file.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { config } from '#app/core/platform/config.ts';
import type { Admission } from './admission.ts';
import { admitInBatch } from './batch.ts';

/**
 * Admits a plan: its generation is stored, paid for and enqueued when this returns. Messages, calls and
 * answers of the playground have no other way in.
 * @throws AppError token_balance with `needed` and `available` in micro-dollars, key_cap, spending_cap,
 *   concurrent, conflict, not_found, unavailable if the file store is away
 */
export async function admit(plan: Plan): Promise<Admission> {
  await prepare(plan);
  return admitPrepared(plan);
}

/** Admits plans in one batch, in their order: the money goes to the first of them. Errors as of `admit`. */
export async function admitInOrder(plans: readonly Plan[]): Promise<PromiseSettledResult<Admission>[]> {
  const prepared = await Promise.allSettled(plans.map(prepare));
  return Promise.allSettled(
    prepared.map((result, index) =>
      result.status === 'rejected' ? Promise.reject(result.reason) : admitPrepared(plans[index]!),
    ),
  );
}

async function prepare(plan: Plan): Promise<void> {
  plan.generation.accountId = await payingAccount(plan);
  // Before the row, whose reference must always be valid.
  plan.generation.request = await saveRequest(plan.generation);
}

async function admitPrepared(plan: Plan): Promise<Admission> {
  const { id, request } = plan.generation;
  const discard = () => discardRequests([request]);
  const admission = await admitInBatch(plan).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  if (admission.generationId !== id) await discard();
  return admission;
}

/**
 * The account that pays for a plan; null if nothing is charged, as with a user's own provider key.
 * @throws AppError token_balance with `needed` and `available` for a user without an account
 */
export async function payingAccount({ generation, estimate }: Plan): Promise<string | null> {
  if (generation.ownKey || !config().CHECK_BALANCE) return null;
  const accountId = await findAccountId(generation.userId);
  if (accountId !== null) return accountId;
  const params = { needed: estimate.minMicro.toString(), available: '0' };
  throw new AppError('token_balance', { params });
}
