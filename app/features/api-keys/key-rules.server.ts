import type { SubmissionResult } from '@conform-to/react';
import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import {
  CAP_MAX_MICRO,
  KEY_MODELS_MAX,
  KEY_NAME_MAX,
  OVERLAP_DEFAULT_SECONDS,
  OVERLAP_MAX_SECONDS,
} from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { formatMicro, parseDollars } from '#app/contracts/money.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import type { KeyChange } from '#app/core/api-keys/lifecycle.ts';
import { findModel } from '#app/core/catalogue/models.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const name = z.string().trim().min(1, 'A name is required.').max(KEY_NAME_MAX);

const cap = z.number().int().min(0).max(CAP_MAX_MICRO).nullable();

const micro = cap.transform((amount) => (amount === null ? null : BigInt(amount))).optional();

const caps = z.strictObject({ daily: micro, weekly: micro, monthly: micro, total: micro });

const expiresAt = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date > new Date(), 'must be in the future')
  .nullable();

const models = z.array(z.string().max(160)).min(1).max(KEY_MODELS_MAX).nullable();

const limits = { caps: caps.optional(), models: models.optional(), expiresAt: expiresAt.optional() };

/** Bodies of the calls about keys. Amounts are micro-dollars; null removes a limit. */
export const createBody = z.strictObject({ name, ...limits });

export const changeBody = z.strictObject({
  name: name.optional(),
  disabled: z.boolean().optional(),
  ...limits,
});

export const rotateBody = z.strictObject({
  overlapSeconds: z.number().int().min(0).max(OVERLAP_MAX_SECONDS).default(OVERLAP_DEFAULT_SECONDS),
});

/** When `scope` is `some`, the key is restricted to the given `models`. */
const SCOPE = z.object({ scope: z.string().optional(), models: z.array(z.string()).default([]) });

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns the current ids of models that a key is to be restricted to. Models from the previous restriction
 * may stay, even when they are no longer listed.
 * @throws AppError invalid_request naming `models`
 */
export async function resolveModels(
  ids: readonly string[],
  before: readonly string[] | null = null,
): Promise<string[]> {
  const found = new Set<string>();
  for (const id of ids) found.add(before?.includes(id) ? id : await idOnOffer(id));
  return [...found];
}

async function idOnOffer(id: string): Promise<string> {
  try {
    return (await findModel(AUTOCOMMIT, id)).id;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'model_not_found') throw error;
    throw new AppError('invalid_request', { message: `models: ${error.message}`, param: 'models' });
  }
}

/** Returns the last day (UTC) on which a key works, as the form shows it. */
export function lastDayOf(expiresAt: string | Date | null): string {
  return expiresAt === null ? '' : new Date(new Date(expiresAt).getTime() - 1).toISOString().slice(0, 10);
}

/** Rule for a key's name, with its message in the reader's language. */
export function nameRule(t: Translate<'keys'>) {
  const message = t('error.name', { max: KEY_NAME_MAX });
  return z.string(message).trim().min(1, message).max(KEY_NAME_MAX, message);
}

/** Reads the form of a key: returns the changes, or the form with its errors. */
export async function readKeyForm(
  form: FormData,
  key: ApiKey,
  t: Translate<'keys'>,
): Promise<{ change: KeyChange } | { refused: SubmissionResult }> {
  const { scope, models: ticked } = readFields(form, SCOPE);
  const chosen = scope === 'some' ? await readModels(ticked, key, t) : { models: null };
  const submission = parseForm(form, formRules(t, key));
  if ('error' in chosen) return { refused: submission.reply({ fieldErrors: { models: [chosen.error] } }) };
  if (submission.status !== 'success') return { refused: submission.reply() };
  const { name, expiresOn: expiresAt, daily, weekly, monthly, total } = submission.value;
  return {
    change: { name, caps: { daily, weekly, monthly, total }, models: chosen.models, expiresAt },
  };
}

/** Converts amounts to micro-dollars, and a day to the moment at which it ends. */
function formRules(t: Translate<'keys'>, key: ApiKey) {
  const cap = amountRule(t('error.amount', { max: formatMicro(BigInt(CAP_MAX_MICRO)) }));
  const caps = { daily: cap, weekly: cap, monthly: cap, total: cap };
  return SCOPE.extend({
    name: nameRule(t),
    ...caps,
    expiresOn: lastDayRule(t('error.date'), key.expiresAt),
  });
}

/** An empty field means no limit. */
function amountRule(message: string) {
  return maybeText().transform((text, context) => {
    if (text === '') return null;
    const micro = parseDollars(text);
    if (micro !== null && micro <= CAP_MAX_MICRO) return micro;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/**
 * Returns the end of a future day, UTC; the previous exact moment when the day is unchanged; null, for no
 * end, when the field is empty.
 */
function lastDayRule(message: string, before: Date | null) {
  return maybeText().transform((day, context) => {
    if (day === '') return null;
    if (day === lastDayOf(before)) return before;
    const end = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
    if (/^\d{4}-\d{2}-\d{2}$/.test(day) && end > new Date()) return end;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

function maybeText() {
  return z.string().trim().default('');
}

async function readModels(
  chosen: string[],
  key: ApiKey,
  t: Translate<'keys'>,
): Promise<{ models: string[] } | { error: string }> {
  if (chosen.length === 0 || chosen.length > KEY_MODELS_MAX) return { error: t('error.noModel') };
  try {
    return { models: await resolveModels(chosen, key.models) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: t('error.unknownModel') };
  }
}
