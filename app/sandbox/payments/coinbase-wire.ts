import { createHmac, randomBytes } from 'node:crypto';

/** A checkout as Coinbase Business stores it. Amounts are decimal texts. */
export interface CoinbaseCheckout {
  id: string;
  status: string;
  amount: string;
  currency: string;
  network: string;
  metadata: Record<string, string>;
  settlement?: { totalAmount: string; feeAmount: string; netAmount: string; currency: string };
  refunds?: { id: string; amount: string; currency: string; status: string }[];
}

export function newCheckout(facts: Partial<CoinbaseCheckout> = {}): CoinbaseCheckout {
  return {
    id: randomBytes(12).toString('hex'),
    status: 'ACTIVE',
    amount: '20.00',
    currency: 'USDC',
    network: 'base',
    metadata: {},
    ...facts,
  };
}

/** The same once it was paid. @param feePercent what Coinbase keeps */
export function paidCheckout(checkout: CoinbaseCheckout, feePercent = 1): CoinbaseCheckout {
  const total = Math.round(Number(checkout.amount) * 1_000_000);
  const fee = Math.round((total * feePercent) / 100);
  const text = (micro: number) => (micro / 1_000_000).toFixed(6);
  const settlement = { totalAmount: text(total), feeAmount: text(fee), netAmount: text(total - fee) };
  return { ...checkout, status: 'COMPLETED', settlement: { ...settlement, currency: 'USDC' } };
}

/** A webhook as Coinbase posts it: the checkout with the event, and a signature that covers some headers. */
export function signedByCoinbase(
  checkout: CoinbaseCheckout,
  eventType: string,
  { secret, timestamp = Math.floor(Date.now() / 1000) }: { secret: string; timestamp?: number },
): { method: 'POST'; body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ ...checkout, eventType, updatedAt: new Date().toISOString() });
  const signed: Record<string, string> = { 'x-hook0-id': randomBytes(8).toString('hex') };
  const names = Object.keys(signed).join(' ');
  const text = `${timestamp}.${names}.${Object.values(signed).join('.')}.${body}`;
  const v1 = createHmac('sha256', secret).update(text).digest('hex');
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...signed,
      'x-hook0-signature': `t=${timestamp},v0=${'0'.repeat(64)},h=${names},v1=${v1}`,
    },
  };
}
