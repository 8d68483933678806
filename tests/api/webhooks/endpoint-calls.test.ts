import { beforeAll, expect, it } from 'vitest';
import { ENDPOINTS_MAX } from '#app/contracts/webhooks/endpoint.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { rollSecret } from '#app/core/webhooks/endpoint-changes.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { checkerOf, readDocument } from '#tests/api/openapi/document.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();
let check: ReturnType<typeof checkerOf>;
beforeAll(async () => {
  check = checkerOf(await readDocument(api.origin()));
});

const URL = 'https://receiver.example/hooks';
const HOOK = { name: 'Mine', url: URL };

interface AnswerBody {
  id: string;
  secret?: string;
  data: { id: string }[];
  error: { code: string; param: string | null; message: string };
}

/** A user with a key, who calls; each answer is compared with its description in the document. */
async function newCaller() {
  const { userId, value } = await createKey();
  const call = async (
    operation: string,
    [method, path = '']: [string, string?],
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${api.origin()}/api/v1/webhook_endpoints${path}`, {
      method,
      headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = (await answer.json()) as AnswerBody;
    expect({ operation, problems: check(operation, answer.status, said) }).toEqual({
      operation,
      problems: [],
    });
    return { status: answer.status, headers: answer.headers, said };
  };
  const create = (body: object = HOOK, headers?: Record<string, string>) =>
    call('createWebhookEndpoint', ['POST'], body, headers);
  return { userId, call, create };
}

it('are created with a secret that is shown once, and listed, changed, switched, tested and deleted', async () => {
  const { userId, call, create } = await newCaller();
  const made = await create();
  expect(made.said).toMatchObject({
    ...HOOK,
    object: 'webhook_endpoint',
    events: ['video.completed', 'video.failed'],
    status: 'enabled',
    secret: expect.stringMatching(/^whsec_/) as string,
  });
  const one = `/${made.said.id}`;
  const listed = await call('listWebhookEndpoints', ['GET']);
  const { secret, ...shown } = made.said;
  expect(listed.said.data).toEqual([shown]);
  const changed = await call('updateWebhookEndpoint', ['POST', one], {
    name: ' Renamed ',
    events: ['video.failed'],
    enabled: false,
  });
  expect(changed.said).toMatchObject({
    url: URL,
    name: 'Renamed',
    events: ['video.failed'],
    status: 'disabled',
  });
  expect((await call('getWebhookEndpoint', ['GET', one])).said).toEqual(changed.said);
  const tested = await call('testWebhookEndpoint', ['POST', `${one}/test`]);
  const sent = await selectRows(
    AUTOCOMMIT,
    'SELECT event_id, type FROM webhook_deliveries WHERE user_id = ?',
    [userId],
  );
  expect(sent).toEqual([{ event_id: tested.said.id, type: 'webhook.test' }]);
  expect((await call('deleteWebhookEndpoint', ['DELETE', one])).said).toMatchObject({ deleted: true });
  expect((await call('getWebhookEndpoint', ['GET', one])).status).toBe(404);
  expect(JSON.stringify([listed.said, changed.said, tested.said])).not.toContain(secret);
});

it('are refused with the field, by the rules of the page', async () => {
  const { call, create } = await newCaller();
  const { id } = (await create()).said;
  const wrong: [object, string][] = [
    [{ url: URL }, 'name'],
    [{ ...HOOK, name: ' ' }, 'name'],
    [{ ...HOOK, name: 'x'.repeat(81) }, 'name'],
    [{ ...HOOK, url: 'http://receiver.example/' }, 'url'],
    [{ ...HOOK, url: 'https://10.0.0.1/' }, 'url'],
    [{ ...HOOK, url: 'https://127.0.0.1/' }, 'url'],
    [{ ...HOOK, url: 'https://user:word@receiver.example/' }, 'url'],
    [{ ...HOOK, events: [] }, 'events'],
    [{ ...HOOK, events: ['image.completed'] }, 'events[0]'],
    [{ ...HOOK, secret: 'whsec_mine' }, 'secret'],
  ];
  for (const [body, param] of wrong) {
    const refused = await create(body);
    expect([body, refused.status, refused.said.error.param]).toEqual([body, 400, param]);
    if (!('name' in body)) continue;
    const change = await call('updateWebhookEndpoint', ['POST', `/${id}`], body);
    expect([body, change.status, change.said.error.param]).toEqual([body, 400, param]);
  }
  expect((await call('getWebhookEndpoint', ['GET', `/${id}`])).said).toMatchObject({ ...HOOK });
});

it('are limited per account', async () => {
  const { create } = await newCaller();
  const made = await Promise.all(Array.from({ length: ENDPOINTS_MAX + 2 }, () => create()));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(ENDPOINTS_MAX);
  expect((await create()).said.error.code).toBe('conflict');
});

it('are created once by a call with an idempotency key, whatever happened to its answer', async () => {
  const { userId, call, create } = await newCaller();
  const named = { 'idempotency-key': 'mine' };
  const [one, two] = await Promise.all([create(HOOK, named), create(HOOK, named)]);
  expect(one.said).toEqual(two.said);
  const repeats = [one, two].filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  expect(repeats).toHaveLength(1);
  const other = await create({ ...HOOK, name: 'Another' }, named);
  expect([other.status, other.said.error.param]).toEqual([409, 'Idempotency-Key']);
  for (let count = 1; count < ENDPOINTS_MAX; count += 1) await create();
  // Even without space for another one.
  expect((await create(HOOK, named)).said).toEqual(one.said);
  await rollSecret({ userId, endpointId: one.said.id });
  expect((await create(HOOK, named)).status).toBe(409);
  await call('deleteWebhookEndpoint', ['DELETE', `/${one.said.id}`]);
  // A deleted one is created again, and so is it after a day.
  const again = await create(HOOK, named);
  expect([again.status, again.said.id === one.said.id]).toEqual([200, false]);
  await change(
    AUTOCOMMIT,
    'UPDATE webhook_endpoints SET created_at = NOW(3) - INTERVAL 25 HOUR WHERE id = ?',
    [again.said.id],
  );
  const [oldest] = (await call('listWebhookEndpoints', ['GET'])).said.data;
  await call('deleteWebhookEndpoint', ['DELETE', `/${oldest!.id}`]);
  expect((await create(HOOK, named)).said.id).not.toBe(again.said.id);
});

it('belong only to their owner', async () => {
  const [owner, other] = [await newCaller(), await newCaller()];
  const { id } = (await owner.create()).said;
  const calls: [string, [string, string], object?][] = [
    ['getWebhookEndpoint', ['GET', `/${id}`]],
    ['updateWebhookEndpoint', ['POST', `/${id}`], { name: 'Taken' }],
    ['testWebhookEndpoint', ['POST', `/${id}/test`]],
    ['deleteWebhookEndpoint', ['DELETE', `/${id}`]],
  ];
  for (const [operation, at, body] of calls) expect((await other.call(operation, at, body)).status).toBe(404);
  expect((await other.call('listWebhookEndpoints', ['GET'])).said.data).toEqual([]);
  // A name belongs to the calling key.
  const named = { 'idempotency-key': 'shared' };
  const [first, second] = [await owner.create(HOOK, named), await other.create(HOOK, named)];
  expect(first.said.id).not.toBe(second.said.id);
  expect((await owner.call('getWebhookEndpoint', ['GET', `/${id}`])).said).toMatchObject({ name: 'Mine' });
});
