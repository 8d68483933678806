import type { PaymentProvider, PurchaseState } from '#app/contracts/payments/purchase.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A payment as its payer may keep it. Money is micro-dollars as text. */
export interface KeptPurchase {
  id: string;
  provider: PaymentProvider;
  /** As the payment service calls it. */
  paymentId: string;
  state: PurchaseState;
  currency: string | null;
  paidMicro: string;
  taxMicro: string;
  creditedMicro: string;
  refundedMicro: string;
  /** Of what was credited. */
  returnedMicro: string;
  email: string | null;
  /** The top-up of which it is the payment. */
  topUpId: string | null;
  paidAt: Date | null;
  createdAt: Date;
}

/**
 * Payments to a user's account in the order of their ids.
 * @param page.after the last id of the page before, '' to begin with
 */
export function pagePurchases(
  tx: Tx,
  { accountId, after, most }: { accountId: string; after: string; most: number },
): Promise<KeptPurchase[]> {
  return selectRows<KeptPurchase>(
    tx,
    `SELECT id, provider, payment_id AS paymentId, state, currency, paid_micro AS paidMicro, tax_micro AS taxMicro,
       credited_micro AS creditedMicro, refunded_micro AS refundedMicro, returned_micro AS returnedMicro, email,
       top_up_id AS topUpId, paid_at AS paidAt, created_at AS createdAt
     FROM purchases WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [accountId, after, most],
  );
}
