import { addSpend } from '#app/core/api-keys/caps/spend.ts';
import { settleOutright } from '#app/core/ledger/settle-outright.ts';
import { chargeOf } from '#app/core/ledger/settle.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { isGuardFailure } from '#db/guard.ts';
import { transaction } from '#db/transaction.ts';
import { closeRow } from './close-row.ts';
import { landAll } from './land.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { noteShortfall } from './note-shortfall.ts';

/** Whether nothing has to be looked at: its own worker ends it and knows what is held for it, and no conversation waits. */
export function mayBeOutright({ generation: { conversationId }, from, followUps }: Ending): boolean {
  return conversationId === null && from === 'running' && followUps.length === 0;
}

/**
 * Closes runs in one way to the database, with nothing read before. Their accounts are locked while the database works
 * and not while it waits for this process.
 * @returns null where a row or a hold is not as its worker knows it, because somebody else has closed the run or more
 *   was held for it meanwhile: nothing is written then
 */
export async function settleAllOutright(endings: readonly Ending[]): Promise<Outcome<Settlement>[] | null> {
  const paid = endings.filter(({ generation }) => generation.accountId !== null);
  try {
    const settled = await transaction(async (tx) => {
      const money = await settleOutright(
        tx,
        paid.map(({ generation, costMicro }) => ({
          reference: generation.id,
          accountId: generation.accountId!,
          heldMicro: generation.heldMicro,
          costMicro,
          applicationId: generation.applicationId,
          priceId: generation.priceId,
        })),
      );
      await addSpend(
        tx,
        endings.flatMap((ending) => {
          const { apiKeyId: keyId } = ending.generation;
          return keyId ? [{ keyId, chargedMicro: chargedOf(ending) }] : [];
        }),
      );
      // In the order in which everybody locks rows.
      const byId = [...endings].sort((one, other) => (one.generation.id < other.generation.id ? -1 : 1));
      for (const ending of byId) {
        await closeRow(tx, ending, chargedOf(ending));
      }
      await landAll(
        tx,
        byId.map((ending) => ({ ending, chargedMicro: chargedOf(ending) })),
      );
      return money;
    });
    const booked = await settled();
    const balances = new Map(paid.map((ending, index) => [ending, booked[index]!.balanceMicro]));
    paid.forEach(({ generation }, index) => noteShortfall(generation.id, booked[index]!.shortfallMicro));
    return endings.map((ending) => ({
      ok: true,
      value: { chargedMicro: chargedOf(ending), balanceMicro: balances.get(ending) ?? null },
    }));
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    counted.fallbacks.settle.inc();
    return null;
  }
}

function chargedOf({ generation: { accountId, heldMicro }, costMicro }: Ending): bigint {
  return accountId === null ? 0n : chargeOf(costMicro, heldMicro).chargedMicro;
}
