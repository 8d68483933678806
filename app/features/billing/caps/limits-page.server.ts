import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { formatCents, parseDollars } from '#app/contracts/money.ts';
import { LIMIT_LEAST_MICRO, LIMIT_MOST_MICRO } from '#app/contracts/spending-limits.ts';
import { changeSpendingLimits } from '#app/core/accounts/account-settings.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { BALANCE_PATH } from '#app/features/billing/balance-page.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import type { LimitsAnswer } from './limits.ts';
import { loadLimits } from './load-limits.server.ts';

const MICRO_PER_CENT = 10_000n;

/** The caller's limits by themselves; where the operator pays there are none. */
export async function loadLimitsPage({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  if (!config().CHECK_BALANCE) throw redirect(BALANCE_PATH);
  const [limits, texts] = await Promise.all([loadLimits(user), pageTexts(request, 'limits')]);
  return { limits, texts };
}

/** Saves what the form says, or answers it with what is wrong. */
export async function saveLimits({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const submission = parseForm(form, limitRules(await translateFor(request, 'limits')));
    if (submission.status !== 'success')
      return data<LimitsAnswer>({ refused: submission.reply() }, { status: 400 });
    const { daily, monthly, below: belowMicro } = submission.value;
    await changeSpendingLimits(user.id, { caps: { daily, monthly }, belowMicro });
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
  const saved = flashCookie({ severity: 'success', key: 'common:saved' });
  return redirect(BALANCE_PATH, { headers: { 'set-cookie': saved } });
}

/** Amounts in whole cents become micro-dollars, nothing is no limit. */
function limitRules(t: TFunction<'limits'>) {
  const message = t('error', { least: formatCents(LIMIT_LEAST_MICRO), most: formatCents(LIMIT_MOST_MICRO) });
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
  return micro >= LIMIT_LEAST_MICRO && micro <= LIMIT_MOST_MICRO && micro % MICRO_PER_CENT === 0n;
}
