import { DISPUTE_FEE_MICRO } from '#app/contracts/payments/fees.ts';
import type { PurchaseLine, PurchaseReceipt } from '#app/contracts/payments/receipt.ts';
import { isId } from '#app/core/platform/ids.ts';
import type { Tx } from '#db/transaction.ts';
import { readDisputes, readRefunds, type Dispute } from './reversals.ts';
import { listPurchases, type Purchase } from './purchase.ts';

/** A page of an account's payments, the newest first. */
export interface PurchasePage {
  lines: PurchaseLine[];
  /** `before` of the next page; null at the end. */
  nextBefore: string | null;
}

/** @param options.before the last payment of the page before */
export async function listReceipts(
  tx: Tx,
  accountId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<PurchasePage> {
  const rows = await listPurchases(tx, accountId, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const disputes = await readDisputes(
    tx,
    shown.map(({ id }) => id),
  );
  return {
    lines: shown.map((one) => toLine(one, disputes)),
    nextBefore: rows.length > limit ? shown.at(-1)!.id : null,
  };
}

/** A payment of an account with its whole history; null for an unknown one or that of another account. */
export async function readReceipt(tx: Tx, accountId: string, id: string): Promise<PurchaseReceipt | null> {
  const [purchase] = isId(id) ? await listPurchases(tx, accountId, { id, limit: 1 }) : [];
  if (!purchase) return null;
  const [refunds, disputes] = await Promise.all([readRefunds(tx, id), readDisputes(tx, [id])]);
  const isCrypto = purchase.provider === 'coinbase';
  return {
    ...toLine(purchase, disputes),
    paymentId: purchase.paymentId,
    serviceFeeMicro: (isCrypto ? purchase.paidMicro - purchase.settledMicro : 0n).toString(),
    returnedMicro: purchase.returnedMicro.toString(),
    refunds: refunds.map(({ amountMicro, standing }) => ({ amountMicro: amountMicro.toString(), standing })),
    chargebacks: disputes
      .filter(({ isWithdrawn }) => isWithdrawn)
      .map(({ amountMicro, isReinstated }) => ({
        amountMicro: amountMicro.toString(),
        feeMicro: DISPUTE_FEE_MICRO.toString(),
        isReversed: isReinstated,
      })),
  };
}

function toLine(purchase: Purchase, disputes: readonly Dispute[]): PurchaseLine {
  const { id, provider, reason, currency, paidMicro, taxMicro, creditedMicro, refundedMicro } = purchase;
  const isCredited = purchase.state === 'credited';
  return {
    id,
    at: (purchase.paidAt ?? purchase.createdAt).toISOString(),
    provider,
    isAutomatic: purchase.topUpId !== null,
    // A payment in state `unseen` is in no list.
    state: purchase.state as PurchaseLine['state'],
    reason,
    currency: currency ?? 'usd',
    paidMicro: paidMicro.toString(),
    taxMicro: taxMicro.toString(),
    feeMicro: isCredited ? (paidMicro - taxMicro - creditedMicro).toString() : null,
    creditedMicro: creditedMicro.toString(),
    refundedMicro: refundedMicro.toString(),
    isTakenBack: disputes.some((one) => one.purchaseId === id && one.isWithdrawn && !one.isReinstated),
  };
}
