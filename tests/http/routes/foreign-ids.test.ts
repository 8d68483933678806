import { beforeAll, describe, expect, it } from 'vitest';
import { admitCall } from '#app/core/generation/admit/admit-call.ts';
import { admitPrompt } from '#app/core/generation/admit/admit-prompt.ts';
import { listSessions } from '#app/core/accounts/sessions/list-sessions.ts';
import { keepFile } from '#app/core/files/keep-file.ts';
import { applyEvent } from '#app/core/payments/apply-event.ts';
import { listPurchases } from '#app/core/payments/purchase.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { readStripeEvent } from '#app/core/payments/stripe/read-event.ts';
import { createPresets } from '#app/core/presets/save-presets.ts';
import { createTemplate } from '#app/core/prompts/own-templates.ts';
import { createEndpoint } from '#app/core/webhooks/create-endpoint.ts';
import { listDeliveries } from '#app/core/webhooks/deliveries/list-deliveries.ts';
import { sendTest } from '#app/core/webhooks/deliveries/send.ts';
import { newId } from '#app/core/platform/ids.ts';
import { keepAnswered, keepAsked } from '#app/core/responses/keep-response.ts';
import type { Asked } from '#app/features/hub-api/responses/asked.server.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { newCardPayment, sessionObject, stripeEvent } from '#tests/doubles/payments/stripe-wire.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createVideoModel, videoCall } from '#tests/factories/video-call.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { callsOf, type IdCall } from './id-places.ts';
import { TEMPLATES, type IdKind, type Ids } from './id-templates.ts';
import { routeFiles } from './route-files.ts';

Object.assign(process.env, UNSERVED);

/** Routes in which nobody names an id of anybody's rows. */
const WITHOUT_IDS = new Set(
  `$.tsx _public._index.tsx _public.docs.tsx _public.docs.$chapter.tsx _public.docs._index.tsx _public.docs.search.tsx
   docs.$chapter[.]md.ts docs[.]md.ts _public.models.tsx _public.models_.$provider.$modelName.tsx _public.models_.compare.tsx
   _public.privacy.tsx _public.terms.tsx _public.tsx _working.balance.tsx _working.balance_.checkout.tsx
   _working.balance_.limits.tsx _working.balance_.purchases.tsx _working.balance_.top-up.tsx
   _working.balance_.top-up_.card.tsx _working.settings.tsx _working.tsx
   _working.settings_.provider-keys.tsx _working.settings_.provider-keys_.$name.tsx api.keys.ts api.keys_.$name.ts
   _working.keys_.webhooks.tsx _working.usage.tsx api.$.ts api.api-keys.ts api.auth.login.ts api.auth.logout.ts api.auth.refresh.ts
   api.auth.register.ts api.auth.requestPasswordReset.ts api.auth.resetPassword.ts api.balance.ts api.config.ts
   api.convos.ts api.convos_.clear.ts api.endpoints.ts api.events.ts api.files.ts api.hub.activity.ts api.hub.featured.ts
   api.hub.models.ts api.hub.models_.$provider.$name.ts api.hub.models_.$provider.$name_.figures.ts api.models.ts api.tokenizer.ts api.user.ts api.user_.data.ts api.user_.users.ts
   api.v1.$.ts api.v1.chat.completions.ts api.v1.completions.ts api.v1.credits.ts api.v1.embeddings.ts api.v1.images.edits.ts
   api.v1.images.generations.ts api.v1.key.ts api.v1.models.ts
   api.v1.messages.ts api.v1.messages_.count_tokens.ts api.v1.models_.$.ts api.v1.openapi[.]json.ts api.v1.quote.ts api.v1.videos.ts api.v1.videos_.edits.ts
   api.v1.videos_.extensions.ts api.v1.videos_.$videoId_.remix.ts api.v1.webhook_endpoints.ts chat._index.tsx chat.help.tsx chat.tsx
   forgot-password.tsx llms[.]txt.ts login.tsx logout.ts register.tsx reset-password.tsx robots[.]txt.ts
   playground._index.tsx _working.prompts.tsx api.prompts.ts settings_.preferences.ts sitemap[.]xml.ts verify-email.tsx
   usage_.export[.]csv.ts usage_.export[.]json.ts
   api.webhooks.coinbase.ts api.webhooks.stripe.ts api.media.webhooks.$provider.$generationId.ts`.split(
    /\s+/,
  ),
);

/** Pages of administrators, who may name anybody: to others they are not there (http/admin/routes.test.ts). */
const isOfOperator = ({ file }: { file: string }) => file.startsWith('_operator.');

useFileStore({ isKept: true });
const web = useWeb();
let own: Person;
let other: Person;

interface Person {
  userId: string;
  ids: Ids;
  /** Of the hub. */
  keyValue: string;
  fetch: ReturnType<typeof web.as>;
}

beforeAll(async () => {
  await createModel();
  await createVideoModel();
  [own, other] = [await createPerson(), await createPerson()];
});

/** Somebody who is signed in, with one of everything that has an id. */
async function createPerson(): Promise<Person> {
  const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
  const generation = await admitSend(userId);
  const call = web.as(userId);
  await call('/api/user');
  const { key, keyId, value: keyValue } = await addKey(userId);
  const order = { prompt: 'A fox', seconds: 4, size: { width: 1280, height: 720 } };
  const { generationId: video } = await admitCall(videoCall({ userId, key }, { order }));
  const payment = newCardPayment({ reference: paymentReference(accountId) });
  await applyEvent(readStripeEvent(stripeEvent('checkout.session.completed', sessionObject(payment))));
  const [purchase] = await listPurchases(AUTOCOMMIT, accountId);
  const [session] = await listSessions(AUTOCOMMIT, userId);
  const file = await keepPixel(userId);
  const { conversationId, promptMessageId, replyMessageId } = generation;
  const prompt = await admitPrompt({
    output: 'text',
    userId,
    requestId: 'test',
    playgroundId: null,
    clientId: null,
    text: 'Hello',
    pairs: [{ model: TEST_MODEL, provider: 'sandbox' }],
    options: { max_tokens: 20 },
    files: [],
    isBlind: true,
  });
  return {
    userId,
    fetch: call,
    keyValue,
    ids: {
      conversation: conversationId!,
      message: promptMessageId!,
      reply: replyMessageId!,
      generation: generation.id,
      session: session!.id,
      key: keyId,
      purchase: purchase!.id,
      file: file.id,
      playground: prompt.playgroundId,
      prompt: prompt.promptId,
      cell: prompt.cells[0]!.cellId,
      video,
      response: `resp_${await keepResponse(userId)}`,
      ...(await createWebhook(userId)),
      ...(await createTexts(userId)),
    },
  };
}

/** A response in the background that has ended. */
async function keepResponse(userId: string): Promise<string> {
  const id = newId();
  const asked: Asked = {
    model: TEST_MODEL,
    echo: { tools: [] } as unknown as Asked['echo'],
    isSummarised: false,
    hasPackedThoughts: false,
    input: [{ type: 'message', role: 'user', content: 'Hello' }],
  };
  const kept = { id, userId, isBackground: true, ancestors: [] };
  await keepAsked({ ...kept, asked: JSON.stringify(asked) });
  const end = { type: 'end', state: 'done', finishReason: 'stop', errorCode: null, costMicro: '0' };
  await transaction((tx) => keepAnswered(tx, { id, userId, entries: [JSON.stringify(end)] }));
  return id;
}

async function createTexts(userId: string) {
  const facts = { endpoint: null, model: null, options: {}, carried: {} };
  const [preset] = await createPresets(userId, [{ title: 'Mine', ...facts }]);
  return { preset: preset!, template: await createTemplate(userId, { title: 'Mine', text: 'About {{it}}' }) };
}

async function createWebhook(userId: string) {
  const facts = { name: 'Mine', url: 'https://receiver.example/hooks', events: ['video.completed'] as const };
  const { endpointId: endpoint } = (await createEndpoint({ userId, ...facts, createRef: null }))!;
  await sendTest({ userId, endpointId: endpoint });
  const [delivery] = await listDeliveries(AUTOCOMMIT, { endpointId: endpoint, most: 1 });
  return { endpoint, delivery: delivery!.id };
}

function keepPixel(userId: string) {
  const facts = { id: newId(), userId, source: 'upload', name: 'pixel.png', declared: 'image/png' } as const;
  return keepFile({ ...facts, maxBytes: 10_000, expiresAt: null }, Buffer.from(PIXEL, 'base64'));
}

async function send(
  { fetch: call, keyValue }: Person,
  { method, path, body, byKey }: IdCall,
): Promise<Response> {
  const headers = {
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(byKey && { authorization: `Bearer ${keyValue}` }),
  };
  const answer = await call(path, { method, headers, ...(body !== null && { body }) });
  await answer.body?.cancel();
  return answer;
}

const OF_CALLERS = [
  'webhook_endpoints',
  'webhook_deliveries',
  'responses',
  'presets',
  'prompt_templates',
  'chat_setups',
];

/** Everything that belongs to a person, but for when they and their keys were last seen. */
async function rowsOf({ userId }: Person): Promise<string> {
  const chats = ['conversations', 'messages', 'generations', 'drafts', 'accounts', 'files', 'message_files'];
  const tables = [...chats, 'playgrounds', 'playground_prompts', 'playground_cells', ...OF_CALLERS];
  const rows = await Promise.all([
    ...tables.map((table) =>
      selectRows(AUTOCOMMIT, `SELECT * FROM ${table} WHERE user_id = ? ORDER BY 1`, [userId]),
    ),
    selectRows(AUTOCOMMIT, 'SELECT * FROM api_keys WHERE user_id = ? ORDER BY id', [userId]),
    selectRows(AUTOCOMMIT, 'SELECT id, ended_at FROM sessions WHERE user_id = ? ORDER BY id', [userId]),
  ]);
  return JSON.stringify(rows, (name, value: unknown) => (name === 'last_used_at' ? undefined : value));
}

const patterns = Object.keys(TEMPLATES);
const NAMED: Record<string, (kind: IdKind) => string> = {
  'somebody else’s': (kind) => other.ids[kind],
  unknown: () => newId(),
  malformed: () => 'no-id-at-all',
  // Ids are ASCII in the database, which refuses to compare them with anything else.
  'of another script': () => 'معرّف',
};

describe('the list of routes', () => {
  it('holds every route with an id, and every other route is known to have none', () => {
    const files = routeFiles().filter((one) => !isOfOperator(one));
    const listed = files.filter(({ pattern }) => pattern in TEMPLATES);
    expect(listed.map(({ pattern }) => pattern).sort()).toEqual(patterns.toSorted());
    const rest = files.filter(({ pattern }) => !(pattern in TEMPLATES)).map(({ file }) => file);
    expect(rest.sort()).toEqual([...WITHOUT_IDS].toSorted());
  });

  it('knows every method of the calls among them', async () => {
    for (const pattern of patterns.filter((one) => one.startsWith('/api/'))) {
      const [call] = callsOf(pattern, (kind) => own.ids[kind], own.ids);
      const answer = await own.fetch(call!.path, { method: 'OPTIONS' });
      const methods = (answer.headers.get('allow') ?? '')
        .split(', ')
        .filter((one) => !/HEAD|OPTIONS/.test(one));
      const known = new Set(TEMPLATES[pattern]!.map(({ method }) => method));
      expect([pattern, ...methods.sort()]).toEqual([pattern, ...[...known].sort()]);
    }
  });
});

describe.each(Object.keys(NAMED))('an id that is %s', (what) => {
  it.each(patterns)('is refused by %s, and nothing is changed', async (pattern) => {
    const before = [await rowsOf(own), await rowsOf(other)];
    const wrong: string[] = [];
    for (const call of callsOf(pattern, NAMED[what]!, own.ids)) {
      const { status } = await send(own, call);
      const name = `${call.method} ${pattern} ${call.body?.toString() ?? ''} with ${call.place}`;
      console.log(`${name} ${what}: ${status}`);
      if (status !== call.status) wrong.push(`${name}: ${status} and not ${call.status}`);
    }
    expect(wrong).toEqual([]);
    expect([await rowsOf(own), await rowsOf(other)]).toEqual(before);
  });
});

describe('the same call with nothing but own ids', () => {
  it.each(patterns)('is not taken for one with a wrong id by %s', async (pattern) => {
    const statuses: number[] = [];
    const count = callsOf(pattern, (kind) => own.ids[kind], own.ids).length;
    for (let index = 0; index < count; index += 1) {
      const person = await createPerson();
      const call = callsOf(pattern, (kind) => person.ids[kind], person.ids)[index]!;
      statuses.push((await send(person, call)).status);
    }
    expect(statuses.filter((status) => status === 404 || status === 400 || status >= 500)).toEqual([]);
  });
});
