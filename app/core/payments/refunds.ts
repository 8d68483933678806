import type { PaymentProvider } from '#app/contracts/payments/purchase.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { REFUND_STANDINGS, type RefundStanding, type RefundTold } from './payment-event.ts';

/** Writes what was told of a refund; what was told before it happened, and arrives late, changes nothing. */
export async function keepRefund(
  tx: Transaction,
  { provider, id }: { provider: PaymentProvider; id: string },
  { refundId, amountMicro, standing }: RefundTold,
): Promise<void> {
  await change(
    tx,
    `INSERT INTO purchase_refunds (provider, refund_id, purchase_id, amount_micro, standing) VALUES (?, ?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE standing = GREATEST(standing, VALUES(standing))`,
    [provider, refundId, id, amountMicro, REFUND_STANDINGS[standing]],
  );
}

/**
 * What the refunds of a payment come to, in micro-dollars. A sum that was told covers refunds of which nothing else was
 * told yet: all that ever were are at least as much, so that once each is known it adds nothing.
 */
export async function sumRefunds(
  tx: Transaction,
  { id, refundTotalMicro }: { id: string; refundTotalMicro: bigint },
): Promise<bigint> {
  const row = await selectRow<{ standing_micro: string; all_micro: string }>(
    tx,
    `SELECT COALESCE(SUM(IF(standing = ?, 0, amount_micro)), 0) AS standing_micro,
            COALESCE(SUM(amount_micro), 0) AS all_micro
     FROM purchase_refunds WHERE purchase_id = ?`,
    [REFUND_STANDINGS.failed, id],
  );
  const untold = refundTotalMicro - BigInt(row?.all_micro ?? 0);
  return BigInt(row?.standing_micro ?? 0) + (untold > 0n ? untold : 0n);
}

const STANDING_NAMES = Object.keys(REFUND_STANDINGS) as RefundStanding[];

/** Each refund of a payment that was told by itself, in micro-dollars. */
export async function readRefunds(
  tx: Tx,
  purchaseId: string,
): Promise<{ amountMicro: bigint; standing: RefundStanding }[]> {
  const rows = await selectRows<{ amount_micro: string; standing: number }>(
    tx,
    'SELECT amount_micro, standing FROM purchase_refunds WHERE purchase_id = ? ORDER BY refund_id LIMIT 200',
    [purchaseId],
  );
  return rows.map((row) => ({
    amountMicro: BigInt(row.amount_micro),
    standing: STANDING_NAMES[row.standing] ?? 'pending',
  }));
}
