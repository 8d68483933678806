import type { TFunction } from 'i18next';
import { CAP_MAX_MICRO, CAP_NAMES, KEY_MODELS_MAX, KEY_NAME_MAX } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { formatMicro, parseDollars } from '#app/contracts/money.ts';
import { formText } from '#app/contracts/form-text.ts';
import type { ApiKey, Caps } from '#app/core/api-keys/api-key.ts';
import type { KeyChange } from '#app/core/api-keys/change-api-key.ts';
import { resolveModels } from './key-rules.server.ts';
import type { KeyFormAnswer } from './keys-page.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The last day (UTC) on which a key works, as the form shows it. */
export function lastDayOf(expiresAt: string | Date | null): string {
  return expiresAt === null ? '' : new Date(new Date(expiresAt).getTime() - 1).toISOString().slice(0, 10);
}

/** Reads a key's own form: what is to be changed, or what is wrong with it. */
export async function readKeyForm(
  form: FormData,
  key: ApiKey,
  t: TFunction<'keys'>,
): Promise<{ change: KeyChange } | KeyFormAnswer> {
  const values = readValues(form);
  const errors: KeyFormAnswer['errors'] = {};
  if (values.name === '' || values.name.length > KEY_NAME_MAX)
    errors.name = t('error.name', { max: KEY_NAME_MAX });
  const caps: Partial<Caps> = {};
  for (const cap of CAP_NAMES) {
    const micro = values[cap] === '' ? null : parseDollars(values[cap]);
    if (values[cap] !== '' && (micro === null || micro > CAP_MAX_MICRO))
      errors[cap] = t('error.amount', { max: formatMicro(BigInt(CAP_MAX_MICRO)) });
    else caps[cap] = micro;
  }
  const expiresAt = readLastDay(values.expiresOn, key.expiresAt);
  if (expiresAt === undefined) errors.expiresOn = t('error.date');
  const models = await readModels(values.models, key, t, errors);
  if (Object.keys(errors).length > 0 || expiresAt === undefined) return { errors, values };
  return { change: { name: values.name, caps, models, expiresAt } };
}

function readValues(form: FormData): KeyFormAnswer['values'] {
  const text = (name: string) => formText(form, name).trim();
  return {
    name: text('name'),
    daily: text('daily'),
    weekly: text('weekly'),
    monthly: text('monthly'),
    total: text('total'),
    expiresOn: text('expiresOn'),
    models: form.get('scope') === 'some' ? form.getAll('models').map(String) : null,
  };
}

/** The end of a day, UTC; the exact moment of before when the day is the same; undefined for no day to come. */
function readLastDay(day: string, before: Date | null): Date | null | undefined {
  if (day === '') return null;
  if (day === lastDayOf(before)) return before;
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && end > new Date() ? end : undefined;
}

async function readModels(
  chosen: string[] | null,
  key: ApiKey,
  t: TFunction<'keys'>,
  errors: KeyFormAnswer['errors'],
): Promise<string[] | null> {
  if (chosen === null) return null;
  if (chosen.length === 0 || chosen.length > KEY_MODELS_MAX) errors.models = t('error.noModel');
  try {
    return await resolveModels(chosen, key.models);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    errors.models = t('error.unknownModel');
    return null;
  }
}
