import type { PoolConnection } from 'mysql2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as Database from '#db/client.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';

const engine = useEngine();
const api = useApi();
/** Another web process: the worker, which is in the process of the test, has its connections all the time. */
const web = useApiBeside();

const CONNECTIONS = 2;
let userId: string;
let database: typeof Database;
let borrowed: PoolConnection[] = [];
beforeEach(async () => {
  ({ userId } = await createKey());
  // The client of the other process, whose modules are the newest.
  database = await import('#db/client.ts');
  await database.closeDatabase();
  database.connectDatabase(process.env.DATABASE_URL!, { size: CONNECTIONS, acquireMs: 300 });
});
afterEach(release);

async function exhaust(): Promise<void> {
  const pool = database.connectionPool();
  borrowed = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.borrow()));
}

function release(): void {
  for (const connection of borrowed.splice(0)) database.connectionPool().release(connection);
}

const send = (text: string) =>
  api.as(userId, web.origin())('/api/ask/openAI', jsonPost({ text, model: TEST_MODEL }));

it('a send is refused by 503 within the connection timeout, and accepted once there is a connection', async () => {
  await exhaust();
  const refused = await send('Hello');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    503,
    '2',
    { error: { code: 'unavailable' } },
  ]);
  release();
  expect((await send('Hello')).status).toBe(200);
});

it('a reply that ends meanwhile ends its stream with an error, and is stored', async () => {
  const gate = sandboxGate(engine.sandbox().url, 'connections');
  const events = readSse(await send('[[sandbox: text="Good morning" hold=1 gate=connections]]'));
  const heard = [await events.next()];
  await expect.poll(gate.waiting).toBe(1);
  await exhaust();
  await gate.open();
  for (let next = await events.next(); !next.done; next = await events.next()) heard.push(next);
  const { conversationId } = heard[0]!.value!.data as { conversationId: string };
  expect(heard.at(-1)?.value).toMatchObject({
    event: 'error',
    data: {
      code: 'unavailable',
      conversationId,
      generationId: expect.any(String),
      message: expect.any(String),
    },
  });
  const stored = await api.as(userId)(`/api/messages/${conversationId}`);
  expect(await stored.json()).toMatchObject([{}, { text: 'Good morning' }]);
});
