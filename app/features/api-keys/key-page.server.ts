import { data } from '@remix-run/node';
import { CAP_NAMES } from '#app/contracts/api-keys.ts';
import { ENDPOINTS } from '#app/contracts/endpoints/table.ts';
import { toDollars } from '#app/contracts/money.ts';
import { NOTHING_SPENT } from '#app/core/api-keys/budget.ts';
import { viewApiKey } from '#app/core/api-keys/key-view.ts';
import { changeApiKey } from '#app/core/api-keys/lifecycle.ts';
import { findOwnKey } from '#app/core/api-keys/stored-keys.ts';
import { listModels } from '#app/core/catalogue/models.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { lastDayOf, readKeyForm } from './key-rules.server.ts';
import { KEYS_PATH, type KeyAnswer } from './keys-page.ts';

type SentKey = SentForm<'keys', Awaited<ReturnType<typeof readSent>>>;

/** Loads one key with the values of its form, and the models that it can be restricted to. */
export const loadKey = pageLoader({ auth: 'user' }, async (page) => {
  const key = await findOwnKey(AUTOCOMMIT, namedBy(page));
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
});

/** Saves the form, or disables or enables the key. */
export const actOnKey = pageAction({
  auth: 'user',
  texts: 'keys',
  read: readSent,
  acts: {
    save,
    disable: (sent) => setDisabled(sent, true),
    enable: (sent) => setDisabled(sent, false),
  },
});

async function readSent(page: PageRequest) {
  return { key: await findOwnKey(AUTOCOMMIT, namedBy(page)), form: await readForm(page.request) };
}

async function save({ form, key, t, ...page }: SentKey) {
  const read = await readKeyForm(form, key, t);
  if ('refused' in read) return data<KeyAnswer>(read, { status: 400 });
  await changeApiKey({ ...namedBy(page), change: read.change });
  return redirectWithToast(KEYS_PATH, 'keys:edit.saved');
}

async function setDisabled(sent: SentKey, disabled: boolean) {
  await changeApiKey({ ...namedBy(sent), change: { disabled } });
  return redirectWithToast(KEYS_PATH, `keys:edit.${disabled ? 'disabled' : 'enabled'}`);
}

function namedBy({ user, params }: Pick<PageRequest, 'user' | 'params'>) {
  return { userId: user.id, keyId: String(params.keyId) };
}
