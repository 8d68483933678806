import type { PaymentProvider } from '#app/contracts/payments/receipt.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import {
  REFUND_STANDINGS,
  type ReportedDispute,
  type RefundStanding,
  type ReportedRefund,
} from './payment-event.ts';

/** A chargeback of a payment, in micro-dollars. */
export interface Dispute {
  id: string;
  purchaseId: string;
  amountMicro: bigint;
  isWithdrawn: boolean;
  isReinstated: boolean;
}

const STANDING_NAMES = Object.keys(REFUND_STANDINGS) as RefundStanding[];

/** Stores a fact about a chargeback: a state once reached is never undone, whatever the order of facts. */
export async function storeDispute(
  tx: Transaction,
  { provider, id }: { provider: PaymentProvider; id: string },
  { disputeId, amountMicro, isWithdrawn, isReinstated }: ReportedDispute,
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

/** The chargebacks of payments, including inquiries. */
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

/** Stores a fact about a refund; an earlier state that arrives late changes nothing. */
export async function storeRefund(
  tx: Transaction,
  { provider, id }: { provider: PaymentProvider; id: string },
  { refundId, amountMicro, standing }: ReportedRefund,
): Promise<void> {
  await change(
    tx,
    `INSERT INTO purchase_refunds (provider, refund_id, purchase_id, amount_micro, standing) VALUES (?, ?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE standing = GREATEST(standing, VALUES(standing))`,
    [provider, refundId, id, amountMicro, REFUND_STANDINGS[standing]],
  );
}

/**
 * The sum of a payment's refunds, in micro-dollars. A reported sum covers refunds without a fact of their own
 * so far: it is never more than all refunds ever made, so it adds nothing once each of them is known.
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
  const unlisted = refundTotalMicro - BigInt(row?.all_micro ?? 0);
  return BigInt(row?.standing_micro ?? 0) + (unlisted > 0n ? unlisted : 0n);
}

/** Each refund of a payment with a fact of its own, in micro-dollars. */
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
