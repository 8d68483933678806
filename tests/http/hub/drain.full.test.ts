import { beforeEach, expect, it } from 'vitest';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { chunksOf, streamCall } from '#tests/fixtures/stream-call.ts';
import { jsonPost, postJson } from '#tests/fixtures/json-post.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { signedIn } from '#tests/setup/signed-in.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';

const engine = useEngine();

const CREDIT = 1_000_000n;
const START_MS = 120_000;

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  owner = await createKey({ creditMicro: CREDIT });
});

const rowOf = (id: string) =>
  selectRow<{ state: string }>(AUTOCOMMIT, 'SELECT state FROM generations WHERE id = ?', [id]);

const ask = (origin: string, content: string, stream = false) =>
  postJson(
    `${origin}/api/v1/chat/completions`,
    { model: TEST_MODEL, stream, messages: [{ role: 'user', content }] },
    { bearer: owner.value },
  );

it(
  'lets an unstreamed answer end, on a connection that is then closed',
  async () => {
    const leaving = await startWebProcess();
    const asked = ask(leaving.origin, '[[sandbox: text="Still here" delay=1500]]');
    const isHeld = async () =>
      (await selectRows(AUTOCOMMIT, "SELECT id FROM generations WHERE state = 'running'")).length;
    await expect.poll(isHeld).toBe(1);
    const stopped = leaving.stop('SIGTERM');
    const answer = await asked;
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Still here' } }] });
    await stopped;
  },
  START_MS,
);

it(
  'cuts a stream that takes too long, reports it, and charges the output',
  async () => {
    const leaving = await startWebProcess({ DRAIN_MS: '300' });
    const call = await streamCall(leaving.origin, owner.value, '[[sandbox: length=3000 pace=30]]');
    const stopped = leaving.stop('SIGTERM');
    const text = await call.whole();
    expect(chunksOf(text).at(-1)).toMatchObject({ error: { code: 'interrupted' } });
    expect(text).not.toContain('[DONE]');
    await stopped;
    await expect.poll(async () => (await rowOf(call.generationId))?.state).toBe('interrupted');
    const { chargedMicro } = await readEnd(call.generationId);
    expect(chargedMicro).toBeGreaterThan(0);
    expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(chargedMicro));
  },
  START_MS,
);

it(
  'notifies readers of a chat reply that its server ends, and stores the reply completely',
  async () => {
    const leaving = await startWebProcess({ DRAIN_MS: '300' });
    const text = '[[sandbox: text="Good morning" hold=1 gate=leaving]]';
    const chat = signedIn(owner.userId, leaving.origin);
    const sent = readSse(await chat('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text })));
    const gate = sandboxGate(engine.sandbox().url, 'leaving');
    await expect.poll(gate.waiting).toBe(1);
    const stopped = leaving.stop('SIGTERM');
    const events = [];
    for await (const event of sent) events.push(event);
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: {
        code: 'unavailable',
        text: 'This server is restarting. The reply continues and is stored.',
        generationId: expect.any(String),
      },
    });
    await stopped;
    await gate.open();
    const { generationId } = events.at(-1)!.data as { generationId: string };
    await expect.poll(async () => (await rowOf(generationId))?.state).toBe('done');
  },
  START_MS,
);

it.each([
  // Its row says by then that a provider has accepted the call: a client that left now would pay the prompt.
  ['a stream', true, 'progress IS NOT NULL'],
  ['an answer in one piece', false, "state = 'running'"],
])(
  'cuts %s without output, reports it, and charges nothing',
  async (_name, stream, isReady) => {
    const leaving = await startWebProcess({ DRAIN_MS: '300' });
    const asked = ask(leaving.origin, '[[sandbox: fault=headers]]', stream);
    const ready = () => selectRows<{ id: string }>(AUTOCOMMIT, `SELECT id FROM generations WHERE ${isReady}`);
    await expect.poll(ready).toHaveLength(1);
    const id = (await ready())[0]!.id;
    const stopped = leaving.stop('SIGTERM');
    const answer = await asked;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('x-should-retry')).toBe('true');
    expect(await answer.json()).toMatchObject({
      error: { code: 'interrupted', message: expect.stringContaining('interrupted on our side') },
    });
    await stopped;
    await expect.poll(async () => (await rowOf(id))?.state).toBe('interrupted');
    expect(await readEnd(id)).toMatchObject({
      reason: 'house_failed',
      errorCode: 'interrupted',
      chargedMicro: 0,
    });
    expect(await soundBalance(owner.userId)).toBe(CREDIT);
  },
  START_MS,
);
