import type { TFunction } from 'i18next';
import { z } from 'zod';
import { formatMicro, parseDollars } from '#app/contracts/money.ts';
import { GRANT_MAX_DOLLARS, isGrantable } from '#app/core/operator/credit.ts';
import { isId } from '#app/core/platform/ids.ts';
import { REASON_MAX } from './user/user-data.ts';

const GRANT_MAX = formatMicro(BigInt(GRANT_MAX_DOLLARS) * 1_000_000n);

/** Credit: an amount in dollars, why, and what makes the form harmless when it is sent twice. */
export function grantRules(t: TFunction<'admin'>) {
  return z.object({ amount: amountRule(t), reason: reasonRule(t), grantId: z.string().refine(isId) });
}

/** A ban: why, and the day at whose beginning it ends, if it does. */
export function banRules(t: TFunction<'admin'>) {
  return z.object({ reason: reasonRule(t), until: dayRule(t) });
}

function reasonRule(t: TFunction<'admin'>) {
  const message = t('error.reason', { max: REASON_MAX });
  return z.string(message).trim().min(1, message).max(REASON_MAX, message);
}

function amountRule(t: TFunction<'admin'>) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const micro = parseDollars(text);
      if (micro !== null && isGrantable(micro)) return micro;
      context.addIssue({ code: 'custom', message: t('error.amount', { max: GRANT_MAX }) });
      return z.NEVER;
    });
}

function dayRule(t: TFunction<'admin'>) {
  return z
    .string()
    .trim()
    .default('')
    .transform((day, context) => {
      if (day === '') return null;
      const begin = new Date(`${day}T00:00:00Z`);
      if (/^\d{4}-\d{2}-\d{2}$/.test(day) && begin > new Date()) return begin;
      context.addIssue({ code: 'custom', message: t('error.day') });
      return z.NEVER;
    });
}
