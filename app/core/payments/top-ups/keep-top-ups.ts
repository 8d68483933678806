import type { TopUpFailure, TopUpState } from '#app/contracts/payments/top-up.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { readSettings } from './settings.ts';

/** What a person has chosen of auto top-up, as they may keep it. Money is micro-dollars as text. */
export interface KeptTopUpSettings {
  isOn: boolean;
  thresholdMicro: string | null;
  amountMicro: string | null;
  monthlyMicro: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  /** As the payment service calls the person. */
  customerId: string | null;
}

/** Null for who has never begun to set it up. */
export async function keptTopUpSettings(tx: Tx, accountId: string): Promise<KeptTopUpSettings | null> {
  const settings = await readSettings(tx, accountId);
  if (!settings) return null;
  const { isOn, thresholdMicro, amountMicro, monthlyMicro, cardBrand, cardLast4, customerId } = settings;
  const text = (micro: bigint | null) => micro?.toString() ?? null;
  return {
    isOn,
    thresholdMicro: text(thresholdMicro),
    amountMicro: text(amountMicro),
    monthlyMicro: text(monthlyMicro),
    cardBrand,
    cardLast4,
    customerId,
  };
}

/** A top-up as its payer may keep it. */
export interface KeptTopUp {
  id: string;
  amountMicro: string;
  state: TopUpState;
  problem: TopUpFailure | null;
  paymentId: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** Top-ups of an account in the order of their ids. @param page.after the last id of the page before, '' to begin with */
export function pageTopUps(
  tx: Tx,
  { accountId, after, most }: { accountId: string; after: string; most: number },
): Promise<KeptTopUp[]> {
  return selectRows<KeptTopUp>(
    tx,
    `SELECT id, amount_micro AS amountMicro, state, problem, payment_id AS paymentId, created_at AS createdAt,
       ended_at AS endedAt
     FROM top_ups WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [accountId, after, most],
  );
}
