import { z } from 'zod';
import {
  CAP_MAX_MICRO,
  KEY_MODELS_MAX,
  KEY_NAME_MAX,
  OVERLAP_DEFAULT_SECONDS,
  OVERLAP_MAX_SECONDS,
} from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findModel } from '#app/core/catalogue/models.ts';
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

/** Bodies of the calls about keys. Amounts are micro-dollars; null takes a limit away. */
export const createBody = z.strictObject({ name, ...limits });
export const changeBody = z.strictObject({
  name: name.optional(),
  disabled: z.boolean().optional(),
  ...limits,
});
export const rotateBody = z.strictObject({
  overlapSeconds: z.number().int().min(0).max(OVERLAP_MAX_SECONDS).default(OVERLAP_DEFAULT_SECONDS),
});

/**
 * The ids of models that a key is to be bound to, each as the model calls itself today. What the key was bound to
 * before may stay, on offer or not.
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
