import type { PaymentProvider } from '#app/contracts/payments/purchase.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import type { DisputeTold } from './payment-event.ts';

/** A chargeback of a payment, in micro-dollars. */
export interface Dispute {
  id: string;
  purchaseId: string;
  amountMicro: bigint;
  isWithdrawn: boolean;
  isReinstated: boolean;
}

/** Writes what was told of a chargeback: what has happened once stays so, in whatever order it is told. */
export async function keepDispute(
  tx: Transaction,
  { provider, id }: { provider: PaymentProvider; id: string },
  { disputeId, amountMicro, isWithdrawn, isReinstated }: DisputeTold,
): Promise<void> {
  await change(
    tx,
    `INSERT INTO purchase_disputes (id, provider, dispute_id, purchase_id, amount_micro, is_withdrawn, is_reinstated)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE
       amount_micro = IF(is_withdrawn = 0 AND VALUES(is_withdrawn) = 1, VALUES(amount_micro), amount_micro),
       is_withdrawn = GREATEST(is_withdrawn, VALUES(is_withdrawn)),
       is_reinstated = GREATEST(is_reinstated, VALUES(is_reinstated))`,
    [newId(), provider, disputeId, id, amountMicro, isWithdrawn, isReinstated],
  );
}

/** The chargebacks of payments, inquiries among them. */
export async function readDisputes(tx: Tx, purchaseIds: readonly string[]): Promise<Dispute[]> {
  if (purchaseIds.length === 0) return [];
  const rows = await selectRows<{
    id: string;
    purchase_id: string;
    amount_micro: string;
    is_withdrawn: number;
    is_reinstated: number;
  }>(
    tx,
    `SELECT id, purchase_id, amount_micro, is_withdrawn, is_reinstated FROM purchase_disputes
     WHERE purchase_id IN (?) ORDER BY id`,
    [[...purchaseIds]],
  );
  return rows.map((row) => ({
    id: row.id,
    purchaseId: row.purchase_id,
    amountMicro: BigInt(row.amount_micro),
    isWithdrawn: row.is_withdrawn === 1,
    isReinstated: row.is_reinstated === 1,
  }));
}
