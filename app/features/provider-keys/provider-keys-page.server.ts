import { z } from 'zod';
import { KEY_LIFETIMES, LIFETIME_NAMES, DEFAULT_LIFETIME } from '#app/contracts/credentials/key-expiry.ts';
import { BAD_SERVICE_ACCOUNT, OWN_KEY_MAX } from '#app/contracts/credentials/own-key.ts';
import { isKeyFileName } from '#app/contracts/credentials/service-account.ts';
import { ownKeyFacts } from '#app/contracts/endpoints/own-keys.ts';
import type { OwnKeyKind } from '#app/contracts/endpoints/facts.ts';
import { AppError } from '#app/contracts/errors.ts';
import { revokeKey, revokeKeys } from '#app/core/provider-keys/provider-keys.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { AZURE_FIELDS, type KeyFormData, type RefusedKey } from './keys-data.ts';
import { keepKey, keyedEndpoint, listKeyLines } from './own-keys.server.ts';

/** Loads the endpoints that accept users' own keys, with the expiry of stored ones. */
export const loadKeys = pageLoader({ auth: 'user' }, async ({ user, request }) => ({
  lines: await listKeyLines(user.id),
  texts: await pageTexts(request, 'ownkeys'),
}));

const NAMED = z.object({ name: z.string().default('') });

/** Deletes one key or all keys, after the second press of the button. */
export const actOnKeys = pageAction({
  auth: 'user',
  acts: {
    revoke: async ({ form, user }) => {
      await revokeKey({ userId: user.id, name: keyedEndpoint(readFields(form, NAMED).name) });
      return redirectWithToast(PROVIDER_KEYS_PATH, 'settings:providerKeys.revoked');
    },
    'revoke-all': async ({ user }) => {
      await revokeKeys(AUTOCOMMIT, user.id);
      return redirectWithToast(PROVIDER_KEYS_PATH, 'settings:providerKeys.revokedAll');
    },
  },
});

/** Loads the form for one endpoint's key. */
export const loadKeyForm = pageLoader({ auth: 'user' }, async ({ request, url, params }) => {
  const name = keyedEndpoint(params.name ?? '');
  const returnTo = returnPath(url.searchParams.get('returnTo'));
  const { kind, label } = ownKeyFacts(name)!;
  const form: KeyFormData = { name, label, kind, returnTo, now: new Date().toISOString() };
  return { form, texts: await pageTexts(request, 'ownkeys') };
});

/** Stores the key of a form and redirects back; returns an invalid form with its error. */
export const actOnKeyForm = pageAction({
  auth: 'user',
  texts: 'ownkeys',
  read: readSent,
  acts: async ({ form, user, name, kind, lifetime }) => {
    const expiresAt = new Date(Date.now() + KEY_LIFETIMES[lifetime]);
    await keepKey({ userId: user.id, name, value: await valueIn(form, kind), expiresAt });
    const done = kind === 'service-account' ? 'imported' : 'saved';
    const path = returnPath(textOf(form, 'returnTo')) ?? PROVIDER_KEYS_PATH;
    return redirectWithToast(path, `settings:providerKeys.${done}`);
  },
  refuse: (error, sent) =>
    error.code === 'invalid_request' || error.code === 'message_limit'
      ? { refused: refusedKey(error, sent) }
      : null,
});

async function readSent({ request, params }: PageRequest) {
  const name = keyedEndpoint(params.name ?? '');
  const { kind } = ownKeyFacts(name)!;
  const form = await readForm(request, 8 * OWN_KEY_MAX);
  const chosen = textOf(form, 'lifetime');
  return { form, name, kind, lifetime: LIFETIME_NAMES.find((one) => one === chosen) ?? DEFAULT_LIFETIME };
}

function refusedKey(
  error: AppError,
  { form, kind, lifetime, t }: SentForm<'ownkeys', Awaited<ReturnType<typeof readSent>>>,
): RefusedKey {
  const field = error.param ?? 'value';
  const message =
    error.code === 'message_limit'
      ? t('wrong.tooMany')
      : kind === 'service-account'
        ? t('wrong.file')
        : t(textOf(form, field).trim() === '' ? 'wrong.empty' : `wrong.${field as 'value'}`);
  // The secret must be typed again; the other fields keep their values.
  const typed = Object.fromEntries(AZURE_FIELDS.slice(0, -1).map((one) => [one, textOf(form, one)]));
  return { field, message, lifetime, typed };
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
