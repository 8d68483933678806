import { data, redirect } from '@remix-run/node';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { setDefaultModel } from '#app/core/accounts/account-settings.ts';
import { listAutoModels } from '#app/core/routing/model-groups.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { KEYS_PATH, type KeysAnswer } from './keys-page.ts';

const DEFAULT_MODEL = z.object({ defaultModel: z.string().trim().default('') });

/** Ids that can be the default model. */
export async function listDefaultModels(): Promise<string[]> {
  const models = await listAutoModels();
  return [AUTO_MODEL, ...models.map(({ id }) => id)];
}

/** Stores what was typed, nothing for none; a wrong id comes back with what is wrong. */
export async function saveDefaultModel(request: Request, form: FormData, userId: string) {
  const submission = parseForm(form, DEFAULT_MODEL);
  if (submission.status !== 'success') return refuse(submission);
  const id = submission.value.defaultModel;
  try {
    await setDefaultModel({ userId, model: id || null });
  } catch (error) {
    const words = wordsFor(await translateFor(request, 'keys'), id, error);
    if (words === null) throw error;
    return refuse(submission, { fieldErrors: { defaultModel: [words] } });
  }
  const toast = flashCookie({ severity: 'success', key: 'keys:defaultModel.saved' });
  return redirect(KEYS_PATH, { headers: { 'set-cookie': toast } });
}

function refuse(
  submission: ReturnType<typeof parseForm>,
  errors?: { fieldErrors: Record<string, string[]> },
) {
  return data<KeysAnswer>({ defaultModel: submission.reply(errors) }, { status: 400 });
}

function wordsFor(t: TFunction<'keys'>, id: string, error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'unsupported_modality') return t('defaultModel.wordless', { id });
  if (error.code !== 'model_not_found') return null;
  const { near } = error.params;
  const unknown = t('defaultModel.unknown', { id });
  return near === undefined ? unknown : `${unknown} ${t('defaultModel.near', { names: near })}`;
}
