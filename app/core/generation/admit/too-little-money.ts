import { AppError } from '#app/contracts/errors.ts';
import { formatExactly } from '#app/contracts/money.ts';
import type { HoldDecision } from '#app/core/ledger/hold.ts';
import type { KeyBudget } from './key-budgets.ts';

type TooLittle = Exclude<HoldDecision<KeyBudget>, { granted: true } | { short: 'slots' }>;

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
