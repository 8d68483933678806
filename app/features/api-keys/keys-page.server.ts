import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { KEYS_MAX, OVERLAP_MAX_SECONDS } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { setDefaultModel, setPrivacy } from '#app/core/accounts/account-settings.ts';
import { viewApiKeys } from '#app/core/api-keys/key-view.ts';
import { createApiKey, rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { listAutoModels } from '#app/core/routing/model-groups.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { nameRule } from './key-rules.server.ts';
import { KEYS_PATH, type KeysAnswer, type ShownValue } from './keys-page.ts';
import { revealForOwner } from './reveal.server.ts';

const BUTTON = z.object({
  act: z.enum(['create', 'default-model', 'privacy', 'reveal', 'rotate', 'revoke']),
});

const SWITCHES = z.object({ keepsCalls: z.literal('1').optional(), refusesStore: z.literal('1').optional() });

const NAMED = z.object({ keyId: z.string().default('') });

const ROTATE = NAMED.extend({ overlap: z.number().int().min(0).max(OVERLAP_MAX_SECONDS) });

const DEFAULT_MODEL = z.object({ defaultModel: z.string().trim().default('') });

/**
 * Loads the caller's keys, default model and settings, and a reference that prevents a second key when the
 * form is sent twice.
 */
export async function loadKeys({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return {
    keys: await viewApiKeys(AUTOCOMMIT, user.id),
    defaultModel: user.defaultModel,
    models: await listDefaultModels(),
    privacy: { keepsCalls: user.keepsCalls, refusesStore: user.refusesStore },
    contentDays: config().RETAIN_CALLS_DAYS,
    createRef: newId(),
  };
}

/**
 * Runs the form whose button was pressed, named by `act`. Only the response itself has a key's value: no
 * address or cookie ever holds one.
 */
export async function actOnKeys({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act } = readFields(form, BUTTON);
    if (act === 'default-model') return await saveDefaultModel(request, form, user.id);
    if (act === 'privacy') return await savePrivacy(form, user.id);
    if (act === 'create') return await create(request, form, user.id);
    if (act === 'revoke') return await revoke(form, user.id);
    const shown = act === 'rotate' ? await rotate(form, user.id) : await reveal(form, user.id);
    return data<KeysAnswer>({ shown });
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    const text = await errorText(request, error);
    if (text === null) throw errorResponse(error);
    return data<KeysAnswer>({ error: text }, { status: error.status });
  }
}

/** An unticked checkbox is absent. */
async function savePrivacy(form: FormData, userId: string): Promise<Response> {
  const { keepsCalls, refusesStore } = readFields(form, SWITCHES);
  await setPrivacy(userId, { keepsCalls: keepsCalls === '1', refusesStore: refusesStore === '1' });
  return redirect(KEYS_PATH, {
    headers: { 'set-cookie': flashCookie({ severity: 'success', key: 'keys:privacy.saved' }) },
  });
}

async function reveal(form: FormData, userId: string): Promise<ShownValue> {
  const { keyId } = readFields(form, NAMED);
  return { keyId, value: await revealForOwner({ userId, keyId }), how: 'revealed' };
}

async function rotate(form: FormData, userId: string): Promise<ShownValue> {
  const { keyId, overlap: overlapSeconds } = readFields(form, ROTATE);
  const { key, value } = await rotateApiKey({ userId, keyId, overlapSeconds });
  return { keyId: key.id, value, how: 'rotated' };
}

async function revoke(form: FormData, userId: string): Promise<Response> {
  await revokeApiKey({ userId, ...readFields(form, NAMED) });
  return redirect(KEYS_PATH, {
    headers: { 'set-cookie': flashCookie({ severity: 'success', key: 'keys:revoke.done' }) },
  });
}

async function create(request: Request, form: FormData, userId: string) {
  const t = await translateFor(request, 'keys');
  const rules = z.object({ name: nameRule(t), createRef: z.string().optional() });
  const submission = parseForm(form, rules);
  if (submission.status !== 'success')
    return data<KeysAnswer>({ newKey: submission.reply() }, { status: 400 });
  const { name, createRef } = submission.value;
  const made = await createApiKey({ userId, name, createRef: isId(createRef) ? createRef : null });
  // The form was sent twice: its key is already in the list.
  if (!made) return redirect(KEYS_PATH);
  return data<KeysAnswer>({ shown: { keyId: made.key.id, value: made.value, how: 'created' } });
}

/** Returns the text of a known error of the page's forms; null for others. */
async function errorText(request: Request, error: AppError): Promise<string | null> {
  const t = await translateFor(request, 'keys');
  if (error.code === 'too_many_tries' || error.code === 'message_limit') return t('error.tooMany');
  if (error.code === 'not_found') return t('error.gone');
  if (error.code === 'conflict' && error.params.max !== undefined) return t('error.full', { max: KEYS_MAX });
  if (error.code === 'conflict') return t('error.replaced');
  return null;
}

/** Returns the ids that can be the default model. */
async function listDefaultModels(): Promise<string[]> {
  const models = await listAutoModels();
  return [AUTO_MODEL, ...models.map(({ id }) => id)];
}

/** Saves the typed id, or none when it is empty; for a wrong id it returns the form with the error. */
async function saveDefaultModel(request: Request, form: FormData, userId: string) {
  const submission = parseForm(form, DEFAULT_MODEL);
  if (submission.status !== 'success') return refuse(submission);
  const id = submission.value.defaultModel;
  try {
    await setDefaultModel({ userId, model: id || null });
  } catch (error) {
    const message = defaultModelErrorText(await translateFor(request, 'keys'), id, error);
    if (message === null) throw error;
    return refuse(submission, { fieldErrors: { defaultModel: [message] } });
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

function defaultModelErrorText(t: TFunction<'keys'>, id: string, error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'unsupported_modality') return t('defaultModel.wordless', { id });
  if (error.code !== 'model_not_found') return null;
  const { near } = error.params;
  const unknown = t('defaultModel.unknown', { id });
  return near === undefined ? unknown : `${unknown} ${t('defaultModel.near', { names: near })}`;
}
