import { redirect } from '@remix-run/node';
import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import { formatCents, parseDollars } from '#app/contracts/money.ts';
import { MIN_LIMIT_MICRO, MAX_LIMIT_MICRO, SPENDING_WINDOWS } from '#app/contracts/spending-limits.ts';
import { changeSpendingLimits } from '#app/core/accounts/account-settings.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { findAccount, type Account } from '#app/core/ledger/accounts.ts';
import { readAlert } from '#app/core/ledger/balance-alerts.ts';
import { windowEnd, type SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';
import { readCapsAndSpend } from '#app/core/ledger/caps/stored-caps.ts';
import { config } from '#app/core/platform/config.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { BALANCE_PATH } from '#app/features/billing/balance-page.ts';
import { typedDollars } from '#app/features/billing/buy/buy-data.server.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm } from '#app/http/page/page-answers.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { CapUse, LimitsData } from './limits.ts';

const MICRO_PER_CENT = 10_000n;

const NO_CAPS = { caps: { daily: null, monthly: null }, uses: [] };

/** Loads the caller's limits; redirects when the operator pays, because there are none then. */
export const loadLimitsPage = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  if (!config().CHECK_BALANCE) throw redirect(BALANCE_PATH);
  const [limits, texts] = await Promise.all([loadLimits(user), pageTexts(request, 'limits')]);
  return { limits, texts };
});

/** Saves the form, or returns it with its errors. */
export const saveLimits = pageAction({
  auth: 'user',
  texts: 'limits',
  acts: ({ form, user, t }) =>
    submitForm(form, limitRules(t), async ({ daily, monthly, below: belowMicro }) => {
      await changeSpendingLimits(user.id, { caps: { daily, monthly }, belowMicro });
      return redirectWithToast(BALANCE_PATH, 'common:saved');
    }),
});

/** Converts amounts in whole cents to micro-dollars; an empty field means no limit. */
function limitRules(t: Translate<'limits'>) {
  const message = t('error', { least: formatCents(MIN_LIMIT_MICRO), most: formatCents(MAX_LIMIT_MICRO) });
  const amount = z
    .string()
    .trim()
    .default('')
    .transform((text, context) => {
      if (text === '') return null;
      const micro = parseDollars(text);
      if (micro !== null && isLimit(micro)) return micro;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
  return z.object({ daily: amount, monthly: amount, below: amount });
}

function isLimit(micro: bigint): boolean {
  return micro >= MIN_LIMIT_MICRO && micro <= MAX_LIMIT_MICRO && micro % MICRO_PER_CENT === 0n;
}

/** Loads the user's own limits; empty for a user without an account. */
export async function loadLimits({ id: userId, emailVerified }: SessionUser): Promise<LimitsData> {
  const account = await findAccount(AUTOCOMMIT, userId);
  const [{ caps, uses }, belowMicro] = account
    ? await Promise.all([readUses(account), readAlert(AUTOCOMMIT, account.id)])
    : [NO_CAPS, null];
  const isLow = account !== undefined && belowMicro !== null && account.balanceMicro < belowMicro;
  return {
    values: {
      daily: typedDollars(caps.daily),
      monthly: typedDollars(caps.monthly),
      below: typedDollars(belowMicro),
    },
    uses,
    lowMicro: isLow ? belowMicro.toString() : null,
    mail: canSendMail() ? (emailVerified ? 'ready' : 'unverified') : 'off',
  };
}

async function readUses(account: Account): Promise<{ caps: SpendingCaps; uses: CapUse[] }> {
  if (!account.hasCaps) return NO_CAPS;
  const now = new Date();
  const { id, heldMicro } = account;
  const { caps, spent } = await readCapsAndSpend(AUTOCOMMIT, id, now);
  const uses = SPENDING_WINDOWS.flatMap((window): CapUse[] => {
    const capMicro = caps[window];
    if (capMicro === null) return [];
    return [
      {
        window,
        capMicro: capMicro.toString(),
        usedMicro: (spent[window] + heldMicro).toString(),
        heldMicro: heldMicro.toString(),
        resetsAt: windowEnd(window, now).toISOString(),
      },
    ];
  });
  return { caps, uses };
}
