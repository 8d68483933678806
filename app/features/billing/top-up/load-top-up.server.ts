import { cardCredit } from '#app/contracts/payments/fees.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { windowStarts } from '#app/core/ledger/caps/spending-cap.ts';
import { canAskStripe } from '#app/core/payments/stripe/client.ts';
import { NO_TOP_UP, readSettings, type TopUpSettings } from '#app/core/payments/top-ups/settings.ts';
import { listTopUps, sumTopUps } from '#app/core/payments/top-ups/top-up.ts';
import { config } from '#app/core/platform/config.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { typedDollars } from '../typed-dollars.ts';
import type { TopUpData } from './top-up-data.ts';

/** Top-ups that are shown. */
const RECENT = 10;

/** Whether people can have their balance topped up here: their cards can be charged, and calls cost them something. */
export function offersTopUp(): boolean {
  return canAskStripe() && config().CHECK_BALANCE;
}

/** What a person has set up; null where it is not offered. */
export async function loadTopUp(userId: string, now = new Date()): Promise<TopUpData | null> {
  const accountId = offersTopUp() ? await findAccountId(userId) : null;
  if (accountId === null) return null;
  const [settings, recent, monthMicro] = await Promise.all([
    readSettings(AUTOCOMMIT, accountId),
    listTopUps(AUTOCOMMIT, accountId, RECENT),
    sumTopUps(AUTOCOMMIT, accountId, new Date(windowStarts(now).monthly)),
  ]);
  const { thresholdMicro, amountMicro, monthlyMicro, cardBrand, cardLast4, isOn, problem, pausedUntil } =
    settings ?? NO_TOP_UP;
  return {
    card: cardBrand !== null && cardLast4 !== null ? { brand: cardBrand, last4: cardLast4 } : null,
    isOn,
    values: {
      threshold: typedDollars(thresholdMicro),
      amount: typedDollars(amountMicro),
      monthly: typedDollars(monthlyMicro),
    },
    chosen: chosenOf({ thresholdMicro, amountMicro, monthlyMicro }),
    monthMicro: monthMicro.toString(),
    isUnderWay: recent.some(({ state }) => state === 'open'),
    problem,
    pausedUntil: pausedUntil !== null && pausedUntil > now ? pausedUntil.toISOString() : null,
    lines: recent.map((one) => ({
      id: one.id,
      at: one.createdAt.toISOString(),
      amountMicro: one.amountMicro.toString(),
      state: one.state,
      problem: one.problem,
    })),
  };
}

function chosenOf({
  thresholdMicro,
  amountMicro,
  monthlyMicro,
}: Pick<TopUpSettings, 'thresholdMicro' | 'amountMicro' | 'monthlyMicro'>): TopUpData['chosen'] {
  if (thresholdMicro === null || amountMicro === null || monthlyMicro === null) return null;
  return {
    thresholdMicro: thresholdMicro.toString(),
    amountMicro: amountMicro.toString(),
    creditMicro: cardCredit(amountMicro).toString(),
    monthlyMicro: monthlyMicro.toString(),
  };
}
