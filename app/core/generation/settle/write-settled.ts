import { addSpend } from '#app/core/api-keys/budget.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { letExpire } from '#app/core/files/records/expiry.ts';
import { insertFile } from '#app/core/files/records/file-rows.ts';
import type { Booked, Ending } from '#app/core/generation/record/ending.ts';
import { closeHolds, type Charged } from '#app/core/ledger/closed-holds.ts';
import type { Transaction } from '#db/transaction.ts';
import { closeRow } from './close-row.ts';
import { landAll } from './land.ts';
import type { OpenRows } from './lock-rows.ts';

const NO_CHARGE: Charged = { chargedMicro: 0n, shortfallMicro: 0n };

/** What was charged for each ending, and the ids of what is due afterwards. */
interface Written {
  charged: Map<Ending, Charged>;
  followUpIds: string[];
}

/**
 * Writes the ends of runs: money, spend of keys, rows, results, follow-up jobs. Rows are written in the order in which
 * everybody locks them. Fails where a row or a hold is not as it is said to be (`isGuardFailure`).
 */
export async function writeSettled(tx: Transaction, { open, held }: OpenRows): Promise<Written> {
  const paid = open.filter(({ generation: { id, accountId } }) => accountId !== null && held.has(id));
  const charges = await closeHolds(
    tx,
    paid.map(({ generation, costMicro }) => ({
      reference: generation.id,
      accountId: generation.accountId!,
      heldMicro: held.get(generation.id)!,
      costMicro,
      applicationId: generation.applicationId,
      priceId: generation.priceId,
    })),
  );
  const charged = new Map(open.map((ending) => [ending, NO_CHARGE]));
  paid.forEach((ending, index) => charged.set(ending, charges[index]!));
  await addSpend(
    tx,
    open.flatMap((ending) => {
      const { apiKeyId: keyId } = ending.generation;
      return keyId ? [{ keyId, chargedMicro: charged.get(ending)!.chargedMicro }] : [];
    }),
  );
  const landed: Booked[] = open
    .map((ending) => ({ ending, chargedMicro: charged.get(ending)!.chargedMicro }))
    .sort((one, other) => (one.ending.generation.id < other.ending.generation.id ? -1 : 1));
  for (const { ending, chargedMicro } of landed) await closeRow(tx, ending, chargedMicro);
  await landAll(tx, landed);
  await insertFiles(tx, open);
  const followUpIds = await writeFollowUps(
    tx,
    open.flatMap(({ followUps }) => followUps),
  );
  return { charged, followUpIds };
}

/** What was made becomes its owner's, owner by owner in the order in which everybody locks them. */
async function insertFiles(tx: Transaction, endings: readonly Ending[]): Promise<void> {
  const files = endings.flatMap(({ files = [] }) => files);
  for (const file of files.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
    await insertFile(tx, file);
  // What they belong to may have been deleted meanwhile.
  await letExpire(
    tx,
    files.flatMap(({ id, expiresAt }) => (expiresAt === null ? [id] : [])),
  );
}
