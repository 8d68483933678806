import { beforeEach, expect, it } from 'vitest';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { chunksOf, streamCall, wordsOf } from '#tests/fixtures/stream-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';

useEngine();

const WORDS = Array.from({ length: 120 }, (_, place) => `word${place}`).join(' ');
const START_MS = 120_000;

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  owner = await createKey();
});

const isGone = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  );

const rowOf = (id: string) =>
  selectRow<{ state: string; charged_micro: string | null }>(
    AUTOCOMMIT,
    'SELECT state, charged_micro FROM generations WHERE id = ?',
    [id],
  );

it(
  'lets a stream end that is in its middle at SIGTERM: whole, charged once, while nobody else comes in',
  async () => {
    const leaving = await startWebProcess();
    const call = await streamCall(leaving.origin, owner.value, `[[sandbox: text="${WORDS}" pace=40]]`);
    const stopped = leaving.stop('SIGTERM');
    await expect.poll(() => isGone(leaving.origin)).toBe(true);
    expect(wordsOf(call.soFar()), 'in its middle').not.toBe(WORDS);
    const text = await call.whole();
    expect(wordsOf(text)).toBe(WORDS);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    await stopped;
    expect((await rowOf(call.generationId))?.state).toBe('done');
    const entries = await selectRows<{ amount_micro: string }>(
      AUTOCOMMIT,
      'SELECT amount_micro FROM ledger_entries WHERE reference LIKE ?',
      [`%${call.generationId}%`],
    );
    expect(entries).toHaveLength(1);
  },
  START_MS,
);

it(
  'lets an answer in one piece end, by a connection that is then closed',
  async () => {
    const leaving = await startWebProcess();
    const asked = fetch(`${leaving.origin}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.value}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: TEST_MODEL,
        messages: [{ role: 'user', content: '[[sandbox: text="Still here" delay=1500]]' }],
      }),
    });
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
  'cuts a stream that takes too long, says so, and charges what was said',
  async () => {
    const leaving = await startWebProcess({ DRAIN_MS: '300' });
    const call = await streamCall(leaving.origin, owner.value, '[[sandbox: length=3000 pace=30]]');
    const stopped = leaving.stop('SIGTERM');
    const text = await call.whole();
    expect(chunksOf(text).at(-1)).toMatchObject({ error: { code: 'interrupted' } });
    expect(text).not.toContain('[DONE]');
    await stopped;
    await expect
      .poll(async () => (await rowOf(call.generationId))?.state, { timeout: 20_000 })
      .toBe('stopped');
    expect(Number((await rowOf(call.generationId))?.charged_micro)).toBeGreaterThan(0);
  },
  START_MS,
);
