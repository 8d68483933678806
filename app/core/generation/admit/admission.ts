import { AppError } from '#app/contracts/errors.ts';
import { formatExactly } from '#app/contracts/money.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import type { GrantedHold, HoldDecision } from '#app/core/ledger/hold.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { outputCapFor } from '#app/core/tasks/price.ts';
import type { KeyBudget } from './key-budgets.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';

/** The generation of a plan, and whether it existed before. */
export interface Admission {
  generationId: string;
  repeated: boolean;
  /** The row as it was written, with the hold that was granted; null for an existing one. */
  granted: NewGeneration | null;
  /** Creation time, as in every row of the admission; null for an existing one. */
  storedAt: Date | null;
}

type TooLittle = Exclude<HoldDecision<KeyBudget>, { granted: true } | { short: 'slots' }>;

/**
 * Result for a plan whose row is written.
 * @param decision its hold; undefined if nothing is charged
 */
export function admitted(plan: Plan, decision: GrantedHold | undefined, storedAt: Date): Outcome<Admission> {
  const granted = decision ? withHold(plan, decision) : plan.generation;
  return { ok: true, value: { generationId: granted.id, repeated: false, granted, storedAt } };
}

/**
 * Sets the granted hold and the max output it covers in the plan's row. Mutates it: V8 turns an object copied
 * with a spread into a dictionary, which is slow to read ever after.
 */
function withHold(
  { generation, estimate, firstStep }: Plan,
  { heldMicro, coveredMicro }: GrantedHold,
): NewGeneration {
  const maxOutputTokens = outputCapFor(estimate, coveredMicro);
  const capLowered = maxOutputTokens < estimate.wantedOutput;
  const step = heldMicro < coveredMicro ? firstStep : null;
  return Object.assign(generation, {
    heldMicro,
    heldOutputTokens: step?.outputTokens ?? null,
    outputPico: step?.tokenPico ?? null,
    maxOutputTokens,
    capLowered,
  });
}

/**
 * Result for a generation that exists already.
 * @param repeated it existed before this call
 */
export function existing(generationId: string, repeated: boolean): Outcome<Admission> {
  return { ok: true, value: { generationId, repeated, granted: null, storedAt: null } };
}

export function refused(error: AppError): Outcome<Admission> {
  return { ok: false, error };
}

/**
 * The error when no money can be held: token_balance, key_cap or spending_cap. `needed` is the min that the
 * run needs and `available` the money there is, in micro-dollars.
 */
export function tooLittleMoney(decision: TooLittle): AppError {
  const params = { needed: decision.neededMicro.toString(), available: decision.availableMicro.toString() };
  if (decision.short !== 'budget')
    return new AppError('token_balance', { message: 'Insufficient balance', params });
  const { budget } = decision;
  if ('window' in budget) {
    const { window, capMicro, resetsAt } = budget;
    return new AppError('spending_cap', {
      message: `The ${window} spending limit of ${formatExactly(capMicro)} of this account does not cover this request.`,
      params: { window, cap: capMicro.toString(), resetsAt: resetsAt.toISOString(), ...params },
    });
  }
  const message = `The ${budget.cap} limit of this API key does not cover this request.`;
  return new AppError('key_cap', { message, params: { cap: budget.cap, ...params } });
}
