import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { KEY_LIFETIMES, LIFETIME_NAMES, DEFAULT_LIFETIME } from '#app/contracts/credentials/key-expiry.ts';
import { BAD_SERVICE_ACCOUNT, OWN_KEY_MAX } from '#app/contracts/credentials/own-key.ts';
import { isKeyFileName } from '#app/contracts/credentials/service-account.ts';
import { ownKeyFacts, type OwnKeyKind } from '#app/contracts/endpoints/own-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { revokeKey, revokeKeys } from '#app/core/provider-keys/provider-keys.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { AZURE_FIELDS, type KeyFormData, type RefusedKey } from './keys-data.ts';
import { keepKey, keyedEndpoint, listKeyLines } from './own-keys.server.ts';

/** Loads the endpoints that accept users' own keys, with the expiry of stored ones. */
export async function loadKeys({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return { lines: await listKeyLines(user.id), texts: await pageTexts(request, 'ownkeys') };
}

const ACT = z.object({ act: z.enum(['revoke', 'revoke-all']), name: z.string().default('') });

/** Deletes one key or all keys, after the second press of the button. */
export async function actOnKeys({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act, name } = readFields(form, ACT);
    if (act === 'revoke') await revokeKey({ userId: user.id, name: keyedEndpoint(name) });
    else await revokeKeys(AUTOCOMMIT, user.id);
    const key = act === 'revoke' ? 'settings:providerKeys.revoked' : 'settings:providerKeys.revokedAll';
    return redirect(PROVIDER_KEYS_PATH, {
      headers: { 'set-cookie': flashCookie({ severity: 'success', key }) },
    });
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

/** Loads the form for one endpoint's key. */
export async function loadKeyForm({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const name = named(params.name);
  const returnTo = returnPath(new URL(request.url).searchParams.get('returnTo'));
  const { kind, label } = ownKeyFacts(name)!;
  const form: KeyFormData = { name, label, kind, returnTo, now: new Date().toISOString() };
  return { form, texts: await pageTexts(request, 'ownkeys') };
}

/** Stores the key of a form and redirects back; returns an invalid form with its error. */
export async function actOnKeyForm({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const name = named(params.name);
  const { kind } = ownKeyFacts(name)!;
  const form = await readForm(request, 8 * OWN_KEY_MAX);
  const chosen = textOf(form, 'lifetime');
  const lifetime = LIFETIME_NAMES.find((one) => one === chosen) ?? DEFAULT_LIFETIME;
  try {
    await consumeWriteQuota(user.id);
    const expiresAt = new Date(Date.now() + KEY_LIFETIMES[lifetime]);
    await keepKey({ userId: user.id, name, value: await valueIn(form, kind), expiresAt });
    const key = kind === 'service-account' ? 'settings:providerKeys.imported' : 'settings:providerKeys.saved';
    return redirect(returnPath(textOf(form, 'returnTo')) ?? PROVIDER_KEYS_PATH, {
      headers: { 'set-cookie': flashCookie({ severity: 'success', key }) },
    });
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    if (error.code !== 'invalid_request' && error.code !== 'message_limit') throw errorResponse(error);
    const field = error.param ?? 'value';
    const t = await translateFor(request, 'ownkeys');
    const message =
      error.code === 'message_limit'
        ? t('wrong.tooMany')
        : kind === 'service-account'
          ? t('wrong.file')
          : t(textOf(form, field).trim() === '' ? 'wrong.empty' : `wrong.${field as 'value'}`);
    // The secret must be typed again; the other fields keep their values.
    const typed = Object.fromEntries(AZURE_FIELDS.slice(0, -1).map((one) => [one, textOf(form, one)]));
    const refused: RefusedKey = { field, message, lifetime, typed };
    return data({ refused }, { status: error.status });
  }
}

async function valueIn(form: FormData, kind: OwnKeyKind): Promise<string> {
  if (kind === 'text' || kind === 'session') return textOf(form, 'value');
  if (kind === 'azure')
    return JSON.stringify(Object.fromEntries(AZURE_FIELDS.map((field) => [field, textOf(form, field)])));
  const file = form.get('value');
  if (!(file instanceof File) || !isKeyFileName(file.name) || file.size > OWN_KEY_MAX)
    throw new AppError('invalid_request', { param: 'value', message: BAD_SERVICE_ACCOUNT });
  return file.text();
}

function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the path of the conversation that the form was opened from, with its model; null for any other
 * path.
 */
function returnPath(path: string | null): string | null {
  return path !== null && /^\/chat\/[\w-]{1,40}(\?model=[\w%.:~-]{1,250})?$/.test(path) ? path : null;
}

/** @throws Response 404 */
function named(name: string | undefined) {
  try {
    return keyedEndpoint(name ?? '');
  } catch (error) {
    throw errorResponse(error as AppError);
  }
}
