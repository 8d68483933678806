import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { startRedis } from '#scripts/services/redis.mjs';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { startWebAndWorker, type WebAndWorker } from '#tests/setup/web-and-worker.ts';

const WORDS = 'Of all that the river says only this is to be heard again when there is room for it.';

let base: string;
let small: Awaited<ReturnType<typeof startRedis>>;
let filler: ReturnType<typeof createClient>;
let sandbox: Sandbox;
let processes: WebAndWorker;

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'full-redis-'));
  small = await startRedis({ base, maxmemory: '64mb' });
  filler = createClient({ url: small.url() });
  await filler.connect();
  sandbox = await startSandbox({ pace: 0, record: true });
  await createModel();
  processes = await startWebAndWorker({
    REDIS_URL: small.url(),
    OPENAI_BASE_URL: sandbox.url,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
  });
});
afterAll(async () => {
  await processes.close();
  filler.destroy();
  await Promise.all([small.process.stop(), sandbox.close()]);
  rmSync(base, { recursive: true, force: true });
});

let key: Awaited<ReturnType<typeof createKey>>;
let token: string;
beforeEach(async () => {
  key = await createKey();
  const { email } = await createAccountWithPassword({ creditMicro: 1_000_000n });
  const signedIn = await new PlainBrowser(processes.origin).postJson('/api/auth/login', {
    email,
    password: PASSWORD,
  });
  ({ token } = signedIn.json<{ token: string }>());
});

/** Less than Redis needs by itself: nothing more can be written. */
const fill = () => filler.configSet('maxmemory', '900kb');
const makeRoom = () => filler.configSet('maxmemory', '64mb');

const gate = (method: 'GET' | 'DELETE') => fetch(new URL('/_sandbox/gate', sandbox.url), { method });

const post = (path: string, bearer: string, body: object) =>
  postJson(processes.origin + path, body, { bearer });

const complete = (content: string) =>
  post('/api/v1/chat/completions', key.value, { model: TEST_MODEL, messages: [{ role: 'user', content }] });

it('refuses new calls by 503 with the retry time, and charges nothing, until there is space', async () => {
  await fill();
  try {
    const calls = [
      await complete('[[sandbox: length=5]]'),
      await post('/api/ask/openAI', token, { text: 'Hi', model: TEST_MODEL, conversationId: null }),
    ];
    for (const answer of calls) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
    }
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM generations')).toEqual([]);
    expect(await readBalance(AUTOCOMMIT, key.userId)).toMatchObject({
      balanceMicro: 1_000_000n,
      heldMicro: 0n,
    });
    expect(sandbox.requests()).toEqual([]);
  } finally {
    await makeRoom();
  }
  await expect.poll(async () => (await complete('[[sandbox: length=5]]')).status).toBe(200);
});

it('loses nothing of a running reply: it is stored in its row, and read when there is space', async () => {
  const text = `[[sandbox: gate=1 pace=20 text="${WORDS}"]]`;
  const answer = await post('/api/ask/openAI', token, { text, model: TEST_MODEL, conversationId: null });
  expect(answer.status).toBe(200);
  const events = readSse(answer);
  await events.next();
  await expect.poll(async () => (await gate('GET')).json()).toMatchObject({ waiting: 1 });
  await fill();
  await gate('DELETE');
  const stored = () =>
    selectRow<{ text: string | null; state: string }>(
      AUTOCOMMIT,
      "SELECT COALESCE(g.text, m.text) AS text, g.state FROM generations g JOIN messages m ON m.id = g.reply_message_id WHERE g.target = 'message' ORDER BY g.created_at DESC LIMIT 1",
    );
  await expect.poll(async () => (await stored())?.text?.length ?? 0).toBeGreaterThan(10);
  await makeRoom();
  let last: unknown;
  for await (const event of events) last = event.data;
  expect(last).toMatchObject({ final: true, responseMessage: { text: WORDS } });
});
