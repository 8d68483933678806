import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { setDefaultModel } from '#app/core/accounts/account-settings.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/errors/error-response.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import type { ModelAnswer } from './detail-data.ts';
import { firstKey } from './own-key.server.ts';

const BUTTON = z.object({ act: z.enum(['default-model', 'reveal-key']) });

/** Gives the value of a key to its owner, counted and written down. */
type RevealKey = (named: { userId: string; keyId: string }) => Promise<string>;

/**
 * Carries out the form whose button was pressed: makes the model the caller's default, or shows the caller's first key
 * in the samples. The value is in this answer alone: no address and no cookie carries it.
 */
export async function actOnModel({ request, context, params }: ActionFunctionArgs, revealKey: RevealKey) {
  const user = await requireUser(request, context);
  const id = `${params.provider}/${params.modelName}`;
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act } = readFields(form, BUTTON);
    if (act === 'default-model') return await makeDefault(user.id, id);
    return data<ModelAnswer>(await showKey(user.id, revealKey));
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    if (error.status !== 429) throw errorResponse(error);
    const t = await translateFor(request, 'keys');
    return data<ModelAnswer>({ error: t('error.tooMany') }, { status: error.status });
  }
}

async function makeDefault(userId: string, model: string): Promise<Response> {
  await setDefaultModel({ userId, model });
  const toast = flashCookie({ severity: 'success', key: 'keys:defaultModel.saved' });
  return redirect(modelHref(model), { status: 303, headers: { 'set-cookie': toast } });
}

/** Which key it is, is not the form's to say: nobody else's can be named. */
async function showKey(userId: string, revealKey: RevealKey): Promise<ModelAnswer> {
  const key = await firstKey(userId);
  return key ? { keyValue: await revealKey({ userId, keyId: key.id }) } : {};
}
