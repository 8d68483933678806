import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { formatCents, parseDollars } from '#app/contracts/money.ts';
import { cardCredit, MIN_PAYMENT_MICRO, MAX_PAYMENT_MICRO } from '#app/contracts/payments/fees.ts';
import {
  MAX_MONTHLY_MICRO,
  MIN_THRESHOLD_MICRO,
  MAX_THRESHOLD_MICRO,
  TOP_UP_PATH,
} from '#app/contracts/payments/top-up.ts';
import { chooseTopUp, removeCard, stopTopUp } from '#app/core/accounts/top-up.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { windowStarts } from '#app/core/ledger/caps/spending-cap.ts';
import { isStripeSetUp } from '#app/core/payments/stripe/client.ts';
import { NO_TOP_UP, readSettings, type TopUpSettings } from '#app/core/payments/top-ups/settings.ts';
import { listTopUps, sumTopUps } from '#app/core/payments/top-ups/top-up.ts';
import { config } from '#app/core/platform/config.ts';
import { typedDollars } from '#app/features/billing/buy/buy-data.server.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { TopUpData } from './top-up-data.ts';

const MICRO_PER_CENT = 10_000n;

/** Max top-ups that are shown. */
const RECENT = 10;

/** Loads the caller's settings. @throws Response 404 when auto top-up is not offered */
export const loadTopUpPage = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  const [topUp, texts] = await Promise.all([loadTopUp(user.id), pageTexts(request, 'topup')]);
  if (topUp === null) throw new AppError('not_found');
  return { topUp, texts };
});

const ACTS = { off: stopTopUp, remove: removeCard };

/**
 * Turns auto top-up on with the amounts of the form, or returns the form with its errors; turns it off;
 * removes the card.
 */
export const actOnTopUp = pageAction({
  auth: 'user',
  texts: 'topup',
  read: readSent,
  acts: async ({ form, user, t }) => {
    const act = form.get('act');
    if (act === 'off' || act === 'remove') {
      await ACTS[act](user.id);
      return redirectWithToast(TOP_UP_PATH, 'common:saved');
    }
    return submitForm(form, topUpRules(t), async ({ threshold, amount, monthly }) => {
      const amounts = { thresholdMicro: threshold, amountMicro: amount, monthlyMicro: monthly };
      await chooseTopUp(user.id, amounts);
      return redirectWithToast(TOP_UP_PATH, 'common:saved');
    });
  },
});

async function readSent({ request }: PageRequest) {
  const form = await readForm(request);
  if (!offersTopUp()) throw new AppError('not_found');
  return { form };
}

/** Converts amounts in whole cents to micro-dollars; a month must allow one top-up. */
function topUpRules(t: Translate<'topup'>) {
  const amount = (minMicro: bigint, maxMicro: bigint) => {
    const message = t('error.amount', { least: formatCents(minMicro), most: formatCents(maxMicro) });
    return z
      .string()
      .trim()
      .default('')
      .transform((text, context) => {
        const micro = parseDollars(text);
        if (micro !== null && micro >= minMicro && micro <= maxMicro && micro % MICRO_PER_CENT === 0n)
          return micro;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      });
  };
  return z
    .object({
      threshold: amount(MIN_THRESHOLD_MICRO, MAX_THRESHOLD_MICRO),
      amount: amount(MIN_PAYMENT_MICRO, MAX_PAYMENT_MICRO),
      monthly: amount(MIN_PAYMENT_MICRO, MAX_MONTHLY_MICRO),
    })
    .superRefine(({ amount: once, monthly }, context) => {
      if (monthly < once)
        context.addIssue({ code: 'custom', path: ['monthly'], message: t('error.monthly') });
    });
}

/** Returns whether auto top-up is offered: cards can be charged, and calls cost users something. */
export function offersTopUp(): boolean {
  return isStripeSetUp() && config().CHECK_BALANCE;
}

/** Loads a user's settings; null when auto top-up is not offered. */
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
