import { expect, it } from 'vitest';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { streamCall, wordsOf } from '#tests/fixtures/stream-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { signedIn } from '#tests/setup/signed-in.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';

const engine = useEngine();

const WORDS = Array.from({ length: 20 }, (_, place) => `word${place}`).join(' ');

const readinessOf = async (origin: string) =>
  ((await (await fetch(`${origin}/readyz`)).json()) as { status: string }).status;

const isGone = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  );

it('fails its health check at SIGTERM before it closes, and lets streams end, but accepts no new call', async () => {
  const { value, userId } = await createKey();
  // As much time as a busy machine may need.
  const leaving = await startWebProcess({ LEAVE_MS: '90000', DRAIN_MS: '90000' });
  const content = `[[sandbox: text="${WORDS}" pace=0 gate=drain hold=5]]`;
  const call = await streamCall(leaving.origin, value, content);
  const chat = signedIn(userId, leaving.origin);
  const sent = readSse(await chat('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text: content })));
  expect((await sent.next()).value?.data).toMatchObject({ created: true });
  const stopped = leaving.stop('SIGTERM');
  await expect.poll(() => readinessOf(leaving.origin)).toBe('draining');
  expect((await fetch(`${leaving.origin}/healthz`)).status, 'still listening').toBe(200);
  leaving.kill('SIGTERM');
  await expect.poll(() => isGone(leaving.origin)).toBe(true);
  expect(wordsOf(call.soFar()), 'in its middle').not.toBe(WORDS);
  await sandboxGate(engine.sandbox().url, 'drain').open(2);
  const events = [];
  for await (const event of sent) events.push(event);
  expect(events.at(-1)?.data).toMatchObject({ final: true, responseMessage: { text: WORDS } });
  const text = await call.whole();
  expect(wordsOf(text)).toBe(WORDS);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  await stopped;
  const row = await selectRow<{ state: string }>(AUTOCOMMIT, 'SELECT state FROM generations WHERE id = ?', [
    call.generationId,
  ]);
  expect(row?.state).toBe('done');
  const entries = await selectRows(AUTOCOMMIT, 'SELECT id FROM ledger_entries WHERE reference LIKE ?', [
    `%${call.generationId}%`,
  ]);
  expect(entries).toHaveLength(1);
});
