import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { CAP_NAMES } from '#app/contracts/api-keys.ts';
import { ENDPOINTS } from '#app/contracts/endpoints/table.ts';
import { toDollars } from '#app/contracts/money.ts';
import { NOTHING_SPENT } from '#app/core/api-keys/budget.ts';
import { viewApiKey } from '#app/core/api-keys/key-view.ts';
import { changeApiKey } from '#app/core/api-keys/lifecycle.ts';
import { findOwnKey } from '#app/core/api-keys/stored-keys.ts';
import { listModels } from '#app/core/catalogue/models.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { lastDayOf, readKeyForm } from './key-rules.server.ts';
import { KEYS_PATH, type KeyAnswer } from './keys-page.ts';

const BUTTON = z.object({ act: z.enum(['save', 'disable', 'enable']) });

/** Loads one key with the values of its form, and the models that it can be restricted to. */
export async function loadKey({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const key = await findOr404({ userId: user.id, keyId: String(params.keyId) }, context.requestId);
  const onOffer = await Promise.all(
    ENDPOINTS.map((endpoint) => listModels(AUTOCOMMIT, endpoint, 'operator')),
  );
  const models = new Set([...(key.models ?? []), ...onOffer.flat().map(({ id }) => id)]);
  const [daily = '', weekly = '', monthly = '', total = ''] = CAP_NAMES.map((cap) =>
    key.caps[cap] === null ? '' : toDollars(key.caps[cap]),
  );
  const expiresOn = lastDayOf(key.expiresAt);
  const { name } = key;
  return {
    key: viewApiKey(key, NOTHING_SPENT),
    values: { name, daily, weekly, monthly, total, expiresOn, models: key.models && [...key.models] },
    models: [...models].sort(),
    replaced: key.rotatedTo !== null,
  };
}

/** Saves the form, or disables or enables the key. */
export async function actOnKey({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { userId: user.id, keyId: String(params.keyId) };
  const key = await findOr404(named, context.requestId);
  await consumeWriteQuota(user.id).catch((error: unknown) => {
    throw errorResponse(toAppError(error, context.requestId));
  });
  const form = await readForm(request);
  const act = pressedButton(form, context.requestId);
  if (act !== 'save') {
    await changeApiKey({ ...named, change: { disabled: act === 'disable' } });
    return back(act === 'disable' ? 'disabled' : 'enabled');
  }
  const read = await readKeyForm(form, key, await translateFor(request, 'keys'));
  if ('refused' in read) return data<KeyAnswer>(read, { status: 400 });
  await changeApiKey({ ...named, change: read.change });
  return back('saved');
}

function pressedButton(form: FormData, requestId: string) {
  try {
    return readFields(form, BUTTON).act;
  } catch (error) {
    throw errorResponse(toAppError(error, requestId));
  }
}

/** Redirects to the list with a message that confirms the action. */
function back(done: 'saved' | 'disabled' | 'enabled'): Response {
  const toast = flashCookie({ severity: 'success', key: `keys:edit.${done}` });
  return redirect(KEYS_PATH, { headers: { 'set-cookie': toast } });
}

async function findOr404(named: { userId: string; keyId: string }, requestId: string) {
  try {
    return await findOwnKey(AUTOCOMMIT, named);
  } catch (error) {
    throw errorResponse(toAppError(error, requestId));
  }
}
