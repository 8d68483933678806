import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Twist } from '../caller.ts';
import { awaitRuns } from '../moments.ts';
import { either, type Expected, type Row } from '../row.ts';
import { held, NOT_SET_UP } from '../stage.ts';

const HELLO = 'Hello [[sandbox: text="one two"]]';

/** A call that is refused before a provider is called, so that nothing is ever charged. */
const refused = (name: string, twist: Twist, expected: Expected): Row => ({
  name: `call: ${name}`,
  act: (caller) => caller.ask(HELLO, twist),
  expected: either(expected),
});

/** The same for a key that was changed by one statement before its first use. */
const keyThat = (name: string, sql: string, expected: Expected): Row => ({
  name: `key: ${name}`,
  async act(caller) {
    await change(AUTOCOMMIT, sql, [sql.includes('users') ? caller.userId : caller.keyId]);
    return caller.ask(HELLO);
  },
  expected: either(expected),
});

const INVALID = '400 invalid_request_error invalid_request';
const BAD_KEY = '401 invalid_request_error invalid_api_key';
const JSON_LINES = '{"model": "x",\n"messages": [}, "stream": true}';

/** Invalid calls, and keys and accounts that do not cover them. */
export const BAD_CALLS: readonly Row[] = [
  refused(
    'unknown model',
    { fields: { model: 'matrix/row-00' } },
    {
      sees: '404 invalid_request_error model_not_found (model)',
      saying: /Did you mean: matrix\/row-0/,
    },
  ),
  refused(
    'no model',
    { fields: { model: undefined } },
    { sees: `${INVALID} (model)`, saying: /model is required/ },
  ),
  refused('a parameter out of range', { fields: { temperature: 3 } }, { sees: `${INVALID} (temperature)` }),
  refused(
    'a parameter of the wrong type',
    { fields: { max_tokens: 'many' } },
    { sees: `${INVALID} (max_tokens)` },
  ),
  refused(
    'a message without a role',
    { fields: { messages: [{ content: 'Hi' }] } },
    {
      sees: `${INVALID} (messages[0].role)`,
    },
  ),
  refused('malformed JSON', { body: JSON_LINES }, { sees: INVALID, saying: /line 2, column 14/ }),
  refused('not UTF-8', { body: new Uint8Array([0x7b, 0xff, 0x7d]) }, { sees: INVALID, saying: /UTF-8/ }),
  refused(
    'wrong method',
    { method: 'GET' },
    {
      sees: '405 invalid_request_error method_not_allowed',
      saying: /GET is not possible here/,
    },
  ),
  refused(
    'wrong content type',
    { headers: { 'content-type': 'text/plain' } },
    {
      sees: '415 invalid_request_error unsupported_media_type',
      saying: /application\/json/,
    },
  ),
  refused(
    'body too large',
    { fields: { user: 'x'.repeat(21 * 1024 * 1024) } },
    {
      sees: '413 invalid_request_error payload_too_large',
      saying: /at most 20971520 bytes/,
    },
  ),
  refused(
    'longer than the window',
    { fields: { messages: [{ role: 'user', content: 'word '.repeat(140_000) }] } },
    {
      sees: '400 invalid_request_error context_length_exceeded (messages)',
    },
  ),
  refused(
    'a picture for a model of words',
    {
      fields: {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
          },
        ],
      },
    },
    { sees: '422 invalid_request_error unsupported_modality (messages)' },
  ),
  refused('no key', { headers: { authorization: '' } }, { sees: BAD_KEY, saying: /No API key was provided/ }),
  refused('an unknown key', { headers: { authorization: 'Bearer sk-par-nobody' } }, { sees: BAD_KEY }),
  keyThat('revoked', 'UPDATE api_keys SET revoked_at = NOW(3) WHERE id = ?', {
    sees: BAD_KEY,
    saying: /was revoked/,
  }),
  keyThat('expired', 'UPDATE api_keys SET expires_at = NOW(3) WHERE id = ?', {
    sees: BAD_KEY,
    saying: /has expired/,
  }),
  keyThat('disabled', 'UPDATE api_keys SET disabled_at = NOW(3) WHERE id = ?', {
    sees: BAD_KEY,
    saying: /is disabled/,
  }),
  keyThat('of a banned person', 'UPDATE users SET banned_at = NOW(3) WHERE id = ?', {
    sees: '403 permission_error ban',
  }),
  {
    name: 'key: over its cap',
    directive: 'text="one two"',
    key: { caps: { total: 5n } },
    expected: either({
      sees: '403 permission_error key_cap',
      saying: /total limit of this API key.* needs \$0\.\d+, and \$0\.000005 is available/,
    }),
  },
  {
    name: 'key: model outside its list',
    directive: 'text="one two"',
    key: { models: ['matrix/row-0'] },
    expected: either({ sees: '403 permission_error forbidden (model)' }),
  },
  {
    name: 'account: no money',
    directive: 'text="one two"',
    creditMicro: 20n,
    expected: either({
      sees: '402 insufficient_balance token_balance',
      saying:
        /^Insufficient balance: this request needs \$0\.\d+, and \$0\.00002 is available.*http.*\/balance\.$/,
    }),
  },
  {
    name: 'account: over its own spending cap',
    directive: 'text="one two"',
    caps: { daily: 5n, monthly: 1_000_000n },
    expected: either({
      sees: '402 spending_cap_error spending_cap',
      saying:
        /^The daily spending limit of \$0\.000005 of this account.* needs \$0\.\d+, and \$0\.000005 is left\. It resets at \d{4}-\d\d-\d\dT00:00:00Z\. Change your limits at http.*\/balance\/limits\.$/,
    }),
  },
  {
    name: 'account: two calls race for the last cent',
    creditMicro: 1500n,
    async act(caller, { openGate }) {
      const calls = [1, 2].map(() => caller.ask(held(caller, 'one two')));
      await Promise.race(calls);
      await openGate(caller);
      const lines = (await Promise.all(calls)).map(({ line }) => line);
      return { line: lines.sort().join(' | '), message: null };
    },
    expected: either({
      sees: '200 “one two”, stop, usage 2 | 402 insufficient_balance token_balance',
      charged: "prompt + 2 tokens, the provider's count",
    }),
  },
  {
    name: 'limits: one call too many at once',
    async act(caller, { openGate }) {
      const running = [1, 2].map(() => caller.begin(held(caller, 'one two')));
      await awaitRuns(caller, 2);
      const sight = await caller.ask(HELLO);
      await openGate(caller, 2);
      await Promise.all(running.map(({ seen }) => seen));
      return sight;
    },
    expected: either({
      sees: '429 rate_limit_error concurrent, retry after 2 s',
      charged: "prompt + 2 tokens, the provider's count; prompt + 2 tokens, the provider's count",
    }),
  },
  {
    name: 'limits: more calls than the key may make',
    async act(caller) {
      for (let call = 0; call < 3; call += 1) await caller.ask(HELLO, { fields: { temperature: 9 } });
      return caller.ask(HELLO);
    },
    expected: either({ sees: '429 rate_limit_error message_limit, retry after minutes, do not retry' }),
  },
  {
    name: 'catalogue: the only provider is not set up',
    directive: '',
    offers: [{ provider: NOT_SET_UP }],
    expected: either({ sees: '404 invalid_request_error model_not_found (model)' }),
  },
  {
    name: 'catalogue: no price is known',
    directive: '',
    prepare: (modelId) =>
      change(
        AUTOCOMMIT,
        `UPDATE offer_prices SET valid_from = NOW(3) + INTERVAL 1 DAY
         WHERE offer_id IN (SELECT id FROM offers WHERE model_id = ?)`,
        [modelId],
      ),
    expected: either({ sees: '503 server_error price_unknown (model), do not retry' }),
  },
];
