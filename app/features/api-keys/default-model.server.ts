import { data, redirect } from '@remix-run/node';
import type { TFunction } from 'i18next';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { formText } from '#app/contracts/form-text.ts';
import { setDefaultModel } from '#app/core/accounts/set-default-model.ts';
import { listAutoModels } from '#app/core/routing/find-groups.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { KEYS_PATH, type KeysAnswer } from './keys-page.ts';

/** Ids that can be the default model. */
export async function listDefaultModels(): Promise<string[]> {
  const models = await listAutoModels();
  return [AUTO_MODEL, ...models.map(({ id }) => id)];
}

/** Stores what was typed, nothing for none; a wrong id comes back with what is wrong. */
export async function saveDefaultModel(request: Request, form: FormData, userId: string) {
  const typed = formText(form, 'defaultModel').trim();
  try {
    await setDefaultModel({ userId, model: typed === '' ? null : typed });
  } catch (error) {
    const words = wordsFor(await translateFor(request, 'keys'), typed, error);
    if (words === null) throw error;
    return data<KeysAnswer>({ defaultModel: { typed, error: words } }, { status: 400 });
  }
  const toast = flashCookie({ severity: 'success', key: 'keys:defaultModel.saved' });
  return redirect(KEYS_PATH, { headers: { 'set-cookie': toast } });
}

function wordsFor(t: TFunction<'keys'>, id: string, error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'unsupported_modality') return t('defaultModel.wordless', { id });
  if (error.code !== 'model_not_found') return null;
  const { near } = error.params;
  const unknown = t('defaultModel.unknown', { id });
  return near === undefined ? unknown : `${unknown} ${t('defaultModel.near', { names: near })}`;
}
