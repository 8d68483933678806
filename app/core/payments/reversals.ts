import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { REFUND_STANDINGS, type DisputeTold, type RefundStanding, type RefundTold } from './payment-event.ts';

/** A chargeback of a payment, in micro-dollars. */
export interface Dispute {
  id: string;
  purchaseId: string;
  amountMicro: bigint;
  isWithdrawn: boolean;
  isReinstated: boolean;
}

const STANDING_NAMES = Object.keys(REFUND_STANDINGS) as RefundStanding[];

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
