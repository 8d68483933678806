import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { findModel } from '#app/core/catalogue/find-model.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

interface NewDefaultModel {
  userId: string;
  /** The id of a model that answers in words, or `parlance/auto`; null is none. */
  model: string | null;
}

/**
 * Stores which model answers the calls of an account that name none. Its keys follow within a second.
 * @returns the id as it is stored: that of the successor for a retired one
 * @throws AppError model_not_found with the near names in `near`, unsupported_modality; both name `defaultModel`
 */
export async function setDefaultModel({ userId, model }: NewDefaultModel): Promise<string | null> {
  const stored = model === null ? null : await idInWords(model);
  await change(AUTOCOMMIT, 'UPDATE users SET default_model = ?, updated_at = ? WHERE id = ?', [
    stored,
    new Date(),
    userId,
  ]);
  return stored;
}

async function idInWords(wanted: string): Promise<string> {
  if (wanted === AUTO_MODEL) return wanted;
  try {
    const { id, supports } = await findModel(AUTOCOMMIT, wanted);
    if (supports.includes('text-to-text')) return id;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'model_not_found') throw error;
    const { message, params } = error;
    throw new AppError('model_not_found', { param: 'defaultModel', message, params });
  }
  const message = `${wanted} does not answer in words.`;
  throw new AppError('unsupported_modality', { param: 'defaultModel', message });
}
