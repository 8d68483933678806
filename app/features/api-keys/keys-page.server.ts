import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { KEY_NAME_MAX, KEYS_MAX, OVERLAP_MAX_SECONDS } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { formText } from '#app/contracts/form-text.ts';
import { createApiKey } from '#app/core/api-keys/create-api-key.ts';
import { revokeApiKey } from '#app/core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '#app/core/api-keys/rotate-api-key.ts';
import { viewApiKeys } from '#app/core/api-keys/view-api-key.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { takeWrite } from '#app/core/limits/take-call.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { readForm } from '#app/http/read-body.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { listDefaultModels, saveDefaultModel } from './default-model.server.ts';
import { KEYS_PATH, type KeysAnswer, type ShownValue } from './keys-page.ts';
import { revealForOwner } from './reveal.server.ts';

/** The caller's keys and default model, and a reference that makes the form for a new one harmless when it is sent twice. */
export async function loadKeys({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return {
    keys: await viewApiKeys(AUTOCOMMIT, user.id),
    defaultModel: user.defaultModel,
    models: await listDefaultModels(),
    createRef: newId(),
  };
}

/**
 * Carries out the form whose button was pressed: `act` tells which. A value is shown by the answer itself: no
 * address and no cookie ever carries one.
 */
export async function actOnKeys({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await takeWrite(user.id);
    if (form.get('act') === 'default-model') return await saveDefaultModel(request, form, user.id);
    const done = await act(form, user.id);
    return done instanceof Response ? done : data<KeysAnswer>({ shown: done });
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    const text = await wordsFor(request, error);
    if (text === null) throw errorResponse(error);
    const answer = error.param === 'name' ? { nameError: text } : { error: text };
    return data<KeysAnswer>(answer, { status: error.status });
  }
}

async function act(form: FormData, userId: string): Promise<ShownValue | Response> {
  const keyId = formText(form, 'keyId');
  switch (form.get('act')) {
    case 'create':
      return create(form, userId);
    case 'reveal':
      return { keyId, value: await revealForOwner({ userId, keyId }), how: 'revealed' };
    case 'rotate': {
      const overlapSeconds = Number(form.get('overlap'));
      if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > OVERLAP_MAX_SECONDS)
        throw new AppError('invalid_request', { param: 'overlap' });
      const { key, value } = await rotateApiKey({ userId, keyId, overlapSeconds });
      return { keyId: key.id, value, how: 'rotated' };
    }
    case 'revoke':
      await revokeApiKey({ userId, keyId });
      return redirect(KEYS_PATH, {
        headers: { 'set-cookie': flashCookie({ severity: 'success', key: 'keys:revoke.done' }) },
      });
    default:
      throw new AppError('invalid_request', { param: 'act' });
  }
}

async function create(form: FormData, userId: string): Promise<ShownValue | Response> {
  const name = formText(form, 'name').trim();
  if (name === '' || name.length > KEY_NAME_MAX) throw new AppError('invalid_request', { param: 'name' });
  const createRef = form.get('createRef');
  const made = await createApiKey({ userId, name, createRef: isId(createRef) ? createRef : null });
  // The form came a second time: its key stands in the list.
  return made ? { keyId: made.key.id, value: made.value, how: 'created' } : redirect(KEYS_PATH);
}

/** What the page says to an error that its forms can meet; null for others. */
async function wordsFor(request: Request, error: AppError): Promise<string | null> {
  const t = await translateFor(request, 'keys');
  if (error.code === 'too_many_tries' || error.code === 'message_limit') return t('error.tooMany');
  if (error.code === 'not_found') return t('error.gone');
  if (error.code === 'conflict' && error.params.max !== undefined) return t('error.full', { max: KEYS_MAX });
  if (error.code === 'conflict') return t('error.replaced');
  if (error.param === 'name') return t('error.name', { max: KEY_NAME_MAX });
  return null;
}
