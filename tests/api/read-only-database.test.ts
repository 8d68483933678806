import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { reportWorker } from '#app/core/queue/worker-presence.ts';
import { closeDatabase, connectDatabase, connectionPool } from '#db/client.ts';
import { send } from '#db/send.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

// Other files share the server: the sessions of this process become read-only, and the server refuses their
// writes.
const SESSIONS = 4;
beforeAll(async () => {
  await closeDatabase();
  connectDatabase(process.env.DATABASE_URL!, { size: SESSIONS });
});
afterAll(async () => {
  await closeDatabase();
  connectDatabase(process.env.DATABASE_URL!);
});
const engine = useEngine();
const api = useApi();

let owner: Awaited<ReturnType<typeof createKey>>;
let browser: ReturnType<typeof api.as>;
beforeEach(async () => {
  owner = await createKey();
  browser = api.as(owner.userId);
  // Its session is stored by the first request.
  await browser('/api/balance');
});

afterEach(() => letSessions('READ WRITE'));

async function letSessions(mode: 'READ ONLY' | 'READ WRITE'): Promise<void> {
  const pool = connectionPool();
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => pool.borrow()));
  for (const session of sessions) {
    await send(session, `SET SESSION TRANSACTION ${mode}`);
    pool.release(session);
  }
}

const call = (content: string) =>
  fetch(`${api.origin()}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: TEST_MODEL, messages: [{ role: 'user', content }] }),
  });

const message = () =>
  browser('/api/ask/openAI', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello', model: TEST_MODEL, conversationId: null }),
  });

async function readiness(): Promise<{ status: number; database: string }> {
  const response = await fetch(`${api.origin()}/readyz`);
  const { database } = (await response.json()) as { database: string };
  return { status: response.status, database };
}

const generations = () =>
  selectRows<{ state: string; attempt: number }>(AUTOCOMMIT, 'SELECT state, attempt FROM generations');

it('is answered by 503 with Retry-After, is not ready, and accepts calls once it can write again', async () => {
  await reportWorker('one');
  await letSessions('READ ONLY');
  const refused = await Promise.all([call('Hello'), message()]);
  for (const answer of refused) {
    expect({ status: answer.status, after: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      after: '2',
    });
    expect(await answer.text()).toContain('"unavailable"');
  }
  expect(await readiness()).toMatchObject({ status: 503, database: expect.stringContaining('READ ONLY') });
  await letSessions('READ WRITE');
  expect((await call('[[sandbox: text=Hello]]')).status).toBe(200);
  await expect.poll(readiness).toEqual({ status: 200, database: 'ok' });
  expect(await generations()).toEqual([{ state: 'done', attempt: 1 }]);
  await soundBalance(owner.userId);
});

it('holds a finished run until its settle is written, and does not consider it lost meanwhile', async () => {
  const gate = sandboxGate(engine.sandbox().url, 'end');
  const answer = call('[[sandbox: text="Once upon a time" hold=2 gate=end]]');
  await expect.poll(gate.waiting).toBe(1);
  await letSessions('READ ONLY');
  await gate.open();
  await expect.poll(api.output).toContain('waits for the database');
  // Its heartbeat is older than its lease by now, and a sweep has run.
  await expect.poll(api.output).toContain('"msg":"sweep"');
  expect(await generations()).toEqual([{ state: 'running', attempt: 1 }]);
  await letSessions('READ WRITE');
  expect(await (await answer).json()).toMatchObject({
    choices: [{ message: { content: 'Once upon a time' } }],
  });
  await expect.poll(generations).toEqual([{ state: 'done', attempt: 1 }]);
  await soundBalance(owner.userId);
});
