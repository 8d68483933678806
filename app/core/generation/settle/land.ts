import type { Booked } from '#app/core/generation/record/ending.ts';
import { targetOf } from '#app/core/targets/table.ts';
import type { Target } from '#app/core/targets/target.ts';
import type { Transaction } from '#db/transaction.ts';

/** Lets each target put the results of its generations where they belong. */
export async function landAll(tx: Transaction, booked: readonly Booked[]): Promise<void> {
  const byTarget = new Map<Target, Booked[]>();
  for (const one of booked) {
    const target = targetOf(one.ending.generation);
    byTarget.set(target, [...(byTarget.get(target) ?? []), one]);
  }
  for (const [target, its] of byTarget) await target.land?.(tx, its);
}
