import { AppError } from '#app/contracts/errors.ts';
import { formatExactly } from '#app/contracts/money.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import type { GrantedHold, HoldDecision } from '#app/core/ledger/hold.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { outputCapFor } from '#app/core/tasks/price.ts';
import type { KeyBudget } from './key-budgets.ts';
import type { Plan } from './plan.ts';

/** Which generation answers, and whether it was there before. */
export interface Admission {
  generationId: string;
  repeated: boolean;
  /** The row as it was written, with what was really held; null for one that was there before. */
  granted: NewGeneration | null;
  /** The time of its writing, as every row of it says; null for one that was there before. */
  storedAt: Date | null;
}

type TooLittle = Exclude<HoldDecision<KeyBudget>, { granted: true } | { short: 'slots' }>;

/** A plan whose row is written. @param decision what is held for it; undefined where nothing is charged */
export function admitted(plan: Plan, decision: GrantedHold | undefined, storedAt: Date): Outcome<Admission> {
  const granted = decision ? withHold(plan, decision) : plan.generation;
  return { ok: true, value: { generationId: granted.id, repeated: false, granted, storedAt } };
}

/**
 * The row with what was really held and the longest answer that this pays for. Written into the plan's own: a copy with
 * a spread is a dictionary to V8, which is read slowly ever after.
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

/** One that is there already. @param repeated it was there before this call */
export function stored(generationId: string, repeated: boolean): Outcome<Admission> {
  return { ok: true, value: { generationId, repeated, granted: null, storedAt: null } };
}

export function refused(error: AppError): Outcome<Admission> {
  return { ok: false, error };
}

/**
 * Why money is not held for a run: token_balance, key_cap or spending_cap. `needed` and `available` are what it needs at
 * least and what is there, in micro-dollars.
 */
export function tooLittleMoney(decision: TooLittle): AppError {
  const params = { needed: decision.neededMicro.toString(), available: decision.availableMicro.toString() };
  if (decision.short !== 'budget')
    return new AppError('token_balance', { message: 'Insufficient balance', params });
  const { budget } = decision;
  if ('window' in budget) {
    const { window, capMicro, resetsAt } = budget;
    return new AppError('spending_cap', {
      message: `The ${window} spending cap of ${formatExactly(capMicro)} of this account does not cover this call.`,
      params: { window, cap: capMicro.toString(), resetsAt: resetsAt.toISOString(), ...params },
    });
  }
  const message = `The ${budget.cap} cap of this API key does not cover this call.`;
  return new AppError('key_cap', { message, params: { cap: budget.cap, ...params } });
}
