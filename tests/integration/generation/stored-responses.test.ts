import { expect, it } from 'vitest';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { closeAbandoned } from '#app/core/generation/recover/close.ts';
import { stopJob } from '#app/core/generation/recover/stop.ts';
import { interrupted } from '#app/core/generation/settle/outcome.ts';
import { redis } from '#app/core/platform/redis.ts';
import { findResponse, forgetResponse, storeResponseRequest } from '#app/core/responses/responses.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { apiCall } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { conclude, appendOutput, takeRun } from '#tests/fixtures/hand-worker.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

/** A background response, admitted. */
async function ordered() {
  const owner = await createKey();
  const body = { model: TEST_MODEL, messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const call = { ...apiCall(owner, body), target: 'background' as const };
  const owned = { id: call.generationId, userId: owner.userId };
  await storeResponseRequest({ ...owned, isBackground: true, ancestors: [], asked: '{}' });
  await admitCall(call);
  return owned;
}

/** The same while a worker runs it, with some output. */
async function runningWithOutput() {
  const owned = await ordered();
  const hand = await takeRun(owned.id, 1);
  hand.reply.start({ type: 'start', model: TEST_MODEL, provider: 'sandbox', leftOut: [] });
  await appendOutput(hand, 'What it said.');
  return { owned, hand };
}

const answerOf = async (owned: { id: string; userId: string }) =>
  (await findResponse(AUTOCOMMIT, owned))?.answer;

it('stores the log of a run with its end', async () => {
  const { owned, hand } = await runningWithOutput();
  await conclude(hand, ' And more.');
  expect(await answerOf(owned)).toMatchObject([
    { type: 'start' },
    { type: 'text', text: 'What it said.' },
    { type: 'text', text: ' And more.' },
    { type: 'end', state: 'done', finishReason: 'stop' },
  ]);
});

it('stores the output of a lost worker', async () => {
  const { owned, hand } = await runningWithOutput();
  expect(await closeAbandoned(hand.reply.generation, interrupted)).toBe(true);
  expect(await answerOf(owned)).toMatchObject([
    { type: 'start' },
    { type: 'text', text: 'What it said.' },
    { type: 'end', state: 'interrupted' },
  ]);
});

it('stores the checkpoint if the log was lost, too', async () => {
  const { owned, hand } = await runningWithOutput();
  await redis().del(`reply:${owned.id}:log`);
  expect(await closeAbandoned(hand.reply.generation, interrupted)).toBe(true);
  expect(await answerOf(owned)).toMatchObject([
    { type: 'text', text: 'What it said.' },
    { type: 'end', state: 'interrupted' },
  ]);
});

it('stores the end of one that was stopped before any worker claimed it', async () => {
  const owned = await ordered();
  await stopJob(owned, 'background');
  expect(await answerOf(owned)).toMatchObject([{ type: 'end', state: 'stopped', costMicro: '0' }]);
});

it('stores nothing of one that was deleted meanwhile, and settles it all the same', async () => {
  const { owned, hand } = await runningWithOutput();
  expect(await forgetResponse({ ...owned, userId: 'somebody' })).toBe(false);
  expect(await forgetResponse(owned)).toBe(true);
  await conclude(hand, ' And more.');
  expect(hand.reply.hasEnded).toBe(true);
  expect(await findResponse(AUTOCOMMIT, owned)).toBeNull();
});
