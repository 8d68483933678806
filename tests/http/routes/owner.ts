import { listSessions } from '#app/core/accounts/sessions/sessions.ts';
import { storeRequest } from '#app/core/call-contents/call-contents.ts';
import { createFolder } from '#app/core/conversations/folders.ts';
import { trashConversation } from '#app/core/conversations/trash/trashed-chats.ts';
import { addQueued, listQueued } from '#app/core/conversations/queued-messages.ts';
import { storeFile } from '#app/core/files/new-file.ts';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { emptyReport } from '#app/core/imports/report.ts';
import { insertImport } from '#app/core/imports/stored-imports.ts';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { listPurchases } from '#app/core/payments/purchase.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { newId } from '#app/core/platform/ids.ts';
import { createPresets } from '#app/core/presets/saved-presets.ts';
import { createTemplate } from '#app/core/prompts/own-templates.ts';
import { storeResponseAnswer, storeResponseRequest } from '#app/core/responses/responses.ts';
import { listDeliveries } from '#app/core/webhooks/deliveries/delivery.ts';
import { sendTest } from '#app/core/webhooks/deliveries/events.ts';
import { createEndpoint } from '#app/core/webhooks/endpoint-creation.ts';
import type { StoredRequest } from '#app/features/hub-api/responses/stored-request.server.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { newCardPayment, sessionObject, stripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { videoCall } from '#tests/factories/video-call.ts';
import { makeConversation } from '#tests/fixtures/conversation.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { share } from '#tests/integration/shares/stage.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import type { IdCall } from './id-places.ts';
import type { Ids } from './id-kinds.ts';

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** A signed-in user who has one object of each kind with an id. */
export interface Owner {
  userId: string;
  ids: Ids;
  /** Of the public API. */
  keyValue: string;
  fetch: Fetch;
}

/** @param as requests of a signed-in user */
export async function createOwner(as: (userId: string) => Fetch): Promise<Owner> {
  const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
  const generation = await admitSend(userId);
  await storeRequest({ id: generation.id, userId }, JSON.stringify({ model: TEST_MODEL, messages: [] }));
  const call = as(userId);
  await call('/api/user');
  const { key, keyId, value: keyValue } = await addKey(userId);
  const order = { prompt: 'A fox', seconds: 4, size: { width: 1280, height: 720 } };
  const { generationId: video } = await admitCall(videoCall({ userId, key }, { order }));
  const payment = newCardPayment({ reference: paymentReference(accountId) });
  await applyEvent(readStripeEvent(stripeEvent('checkout.session.completed', sessionObject(payment))));
  const [purchase] = await listPurchases(AUTOCOMMIT, accountId);
  const [session] = await listSessions(AUTOCOMMIT, userId);
  const file = await storePixel(userId);
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
      response: `resp_${await storeResponse(userId)}`,
      import: await createImport(userId),
      ...(await createWebhook(userId)),
      ...(await createTexts(userId)),
      queued: await queueOne(userId, conversationId!),
      share: (await share({ userId, id: conversationId! })).id,
      trashed: await createTrashed(userId),
    },
  };
}

/** A message in the queue of a conversation. */
async function queueOne(userId: string, conversationId: string): Promise<string> {
  const send = { ...chatSend(userId, 'Later'), conversationId, keepsOptions: true };
  await transaction((tx) => addQueued(tx, send));
  return (await listQueued(AUTOCOMMIT, { userId, conversationId }))[0]!.id;
}

/** A background response that has ended. */
async function storeResponse(userId: string): Promise<string> {
  const id = newId();
  const asked: StoredRequest = {
    model: TEST_MODEL,
    echo: { tools: [] } as unknown as StoredRequest['echo'],
    isSummarised: false,
    hasPackedThoughts: false,
    input: [{ type: 'message', role: 'user', content: 'Hello' }],
  };
  const facts = { id, userId, isBackground: true, ancestors: [] };
  await storeResponseRequest({ ...facts, asked: JSON.stringify(asked) });
  const end = { type: 'end', state: 'done', finishReason: 'stop', errorCode: null, costMicro: '0' };
  await transaction((tx) => storeResponseAnswer(tx, { id, userId, entries: [JSON.stringify(end)] }));
  return id;
}

async function createImport(userId: string): Promise<string> {
  const row = { id: newId(), userId, objectName: `imports/${newId()}`, fileName: 'export.zip', bytes: 1 };
  await transaction((tx) => insertImport(tx, { ...row, report: emptyReport() }));
  return row.id;
}

async function createTrashed(userId: string): Promise<string> {
  const { id } = await makeConversation(userId);
  await transaction((tx) => trashConversation(tx, { userId, conversationId: id }));
  return id;
}

async function createTexts(userId: string) {
  const facts = { endpoint: null, model: null, options: {}, carried: {} };
  const [preset] = await createPresets(userId, [{ title: 'Mine', ...facts }]);
  return {
    preset: preset!,
    template: await createTemplate(userId, { title: 'Mine', text: 'About {{it}}' }),
    folder: (await createFolder(userId, 'Mine')).folderId,
  };
}

async function createWebhook(userId: string) {
  const facts = { name: 'Mine', url: 'https://receiver.example/hooks', events: ['video.completed'] as const };
  const { endpointId: endpoint } = (await createEndpoint({ userId, ...facts, createRef: null }))!;
  await sendTest({ userId, endpointId: endpoint });
  const [delivery] = await listDeliveries(AUTOCOMMIT, { endpointId: endpoint, max: 1 });
  return { endpoint, delivery: delivery!.id };
}

function storePixel(userId: string) {
  const facts = { id: newId(), userId, source: 'upload', name: 'pixel.png', declared: 'image/png' } as const;
  return storeFile({ ...facts, maxBytes: 10_000, expiresAt: null }, Buffer.from(PIXEL, 'base64'));
}

/** @returns the status of the call */
export async function send({ fetch: call, keyValue }: Owner, { method, path, body, byKey }: IdCall) {
  const headers = {
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(byKey && { authorization: `Bearer ${keyValue}` }),
  };
  // The default run sends forms as scripts do: the same action, without a page around its answer.
  const isForScripts = !IS_FULL && body instanceof URLSearchParams && !path.startsWith('/api/');
  const address = isForScripts ? `${path}.data` : path;
  const answer = await call(address, { method, headers, ...(body !== null && { body }) });
  await answer.body?.cancel();
  return answer.status;
}

const TABLES = [
  'conversations',
  'trashed_conversations',
  'trashed_branches',
  'messages',
  'generations',
  'drafts',
  'queued_messages',
  'accounts',
  'files',
  'message_files',
  'playgrounds',
  'playground_prompts',
  'playground_cells',
  'webhook_endpoints',
  'webhook_deliveries',
  'responses',
  'folders',
  'presets',
  'prompt_templates',
  'chat_setups',
  'api_keys',
];

/** All rows of an owner by table, without the times of the last use of keys and sessions. */
export async function rowsOf({ userId }: Owner): Promise<Record<string, object[]>> {
  const select = async (table: string, columns = '*') => {
    const sql = `SELECT ${columns} FROM ${table} WHERE user_id = ? ORDER BY 1`;
    const rows = await selectRows<Record<string, unknown>>(AUTOCOMMIT, sql, [userId]);
    return [table, rows.map(({ last_used_at: _lastUsed, ...row }) => row)] as const;
  };
  const tables = TABLES.map((table) => select(table));
  return Object.fromEntries(await Promise.all([...tables, select('sessions', 'id, ended_at')]));
}
