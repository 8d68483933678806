import { data, redirect } from '@remix-run/node';
import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import { KEYS_MAX, OVERLAP_MAX_SECONDS } from '#app/contracts/api-keys.ts';
import { KEY_VARIABLE } from '#app/contracts/code-samples.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { setDefaultModel, setPrivacy } from '#app/core/accounts/account-settings.ts';
import { viewApiKeys } from '#app/core/api-keys/key-view.ts';
import { createApiKey, rotateApiKey } from '#app/core/api-keys/lifecycle.ts';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { listAutoModels } from '#app/core/routing/model-groups.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm } from '#app/http/page/page-answers.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { nameRule } from './key-rules.server.ts';
import { KEYS_PATH, type KeysAnswer, type ShownValue } from './keys-page.ts';
import { revealForOwner } from './reveal.server.ts';

type Sent = SentForm<'keys'>;

const SWITCHES = z.object({ keepsCalls: z.literal('1').optional(), refusesStore: z.literal('1').optional() });

const NAMED = z.object({ keyId: z.string().default('') });

const ROTATE = NAMED.extend({ overlap: z.number().int().min(0).max(OVERLAP_MAX_SECONDS) });

const DEFAULT_MODEL = z.object({ defaultModel: z.string().trim().default('') });

/**
 * Loads the caller's keys, default model and settings, and a reference that prevents a second key when the
 * form is sent twice.
 */
export const loadKeys = pageLoader({ auth: 'user' }, async ({ user }) => ({
  keys: await viewApiKeys(AUTOCOMMIT, user.id),
  defaultModel: user.defaultModel,
  models: await listDefaultModels(),
  origin: appUrl(),
  sampleModel: user.defaultModel ?? AUTO_MODEL,
  privacy: { keepsCalls: user.keepsCalls, refusesStore: user.refusesStore },
  contentDays: config().RETAIN_CALLS_DAYS,
  createRef: newId(),
}));

/**
 * Runs the form whose button was pressed, named by `act`. Only the response itself has a key's value: no
 * address or cookie ever holds one.
 */
export const actOnKeys = pageAction({
  auth: 'user',
  texts: 'keys',
  acts: {
    create,
    'default-model': saveDefaultModel,
    privacy: savePrivacy,
    reveal,
    rotate,
    revoke,
  },
  refuse: (error, { t }): KeysAnswer | null => {
    const text = errorText(t, error);
    return text === null ? null : { error: text };
  },
});

/** An unticked checkbox is absent. */
async function savePrivacy({ form, user }: Sent) {
  const { keepsCalls, refusesStore } = readFields(form, SWITCHES);
  await setPrivacy(user.id, { keepsCalls: keepsCalls === '1', refusesStore: refusesStore === '1' });
  return redirectWithToast(KEYS_PATH, 'keys:privacy.saved');
}

async function reveal({ form, user }: Sent) {
  const { keyId } = readFields(form, NAMED);
  return show({ keyId, value: await revealForOwner({ userId: user.id, keyId }), how: 'revealed' });
}

async function rotate({ form, user }: Sent) {
  const { keyId, overlap: overlapSeconds } = readFields(form, ROTATE);
  const { key, value } = await rotateApiKey({ userId: user.id, keyId, overlapSeconds });
  return show({ keyId: key.id, value, how: 'rotated' });
}

async function revoke({ form, user }: Sent) {
  await revokeApiKey({ userId: user.id, ...readFields(form, NAMED) });
  return redirectWithToast(KEYS_PATH, 'keys:revoke.done');
}

async function create({ form, user, t }: Sent) {
  const rules = z.object({ name: nameRule(t), createRef: z.string().optional() });
  return submitForm(
    form,
    rules,
    async ({ name, createRef }) => {
      const ref = isId(createRef) ? createRef : null;
      const made = await createApiKey({ userId: user.id, name, createRef: ref });
      // The form was sent twice: its key is already in the list.
      if (!made) return redirect(KEYS_PATH);
      return show({ keyId: made.key.id, value: made.value, how: 'created' });
    },
    (newKey): KeysAnswer => ({ newKey }),
  );
}

function show(shown: Omit<ShownValue, 'environment'>) {
  return data<KeysAnswer>({ shown: { ...shown, environment: environmentFor(shown.value) } });
}

/** The variables of clients of OpenAI's interface, and of those of Anthropic's, which add `/v1` themselves. */
function environmentFor(key: string): string {
  const hub = `${appUrl()}/api`;
  const lines = [
    `OPENAI_BASE_URL=${hub}/v1`,
    `OPENAI_API_KEY=${key}`,
    `ANTHROPIC_BASE_URL=${hub}`,
    `ANTHROPIC_AUTH_TOKEN=${key}`,
    `${KEY_VARIABLE}=${key}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the text of a known error of the page's forms; null for others. */
function errorText(t: Translate<'keys'>, error: AppError): string | null {
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
async function saveDefaultModel({ form, user, t }: Sent) {
  return submitForm(
    form,
    DEFAULT_MODEL,
    async ({ defaultModel: id }, submission) => {
      try {
        await setDefaultModel({ userId: user.id, model: id || null });
      } catch (error) {
        const message = defaultModelErrorText(t, id, error);
        if (message === null) throw error;
        const refused = submission.reply({ fieldErrors: { defaultModel: [message] } });
        return data<KeysAnswer>({ defaultModel: refused }, { status: 400 });
      }
      return redirectWithToast(KEYS_PATH, 'keys:defaultModel.saved');
    },
    (defaultModel): KeysAnswer => ({ defaultModel }),
  );
}

function defaultModelErrorText(t: Translate<'keys'>, id: string, error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'unsupported_modality') return t('defaultModel.wordless', { id });
  if (error.code !== 'model_not_found') return null;
  const { near } = error.params;
  const unknown = t('defaultModel.unknown', { id });
  return near === undefined ? unknown : `${unknown} ${t('defaultModel.near', { names: near })}`;
}
