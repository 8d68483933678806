import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { createReaderWatch } from '#app/core/generation/run/readers.ts';
import { readersKey } from '#app/core/generation/stream/log.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { redis } from '#app/core/platform/redis.ts';
import { apiCall } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { takeRun } from '#tests/fixtures/hand-worker.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

/** The run of a call without a registered reader. */
let reply: RunningReply;
let look: () => Promise<void>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const messages = [{ role: 'user', content: 'Hello' }];
  const call = apiCall(await createKey(), { model: TEST_MODEL, stream: true, messages });
  await admitCall(call);
  ({ reply } = await takeRun(call.generationId, 1));
  reply.isSent = true;
  look = createReaderWatch(new Set([reply]));
});
afterEach(async () => {
  vi.useRealTimers();
  await redis().flushDb();
});

/** As if the worker had checked for this long without a break. */
async function ageRegistrationKey(): Promise<void> {
  const [sign] = await redis().keys('looker:*');
  await redis().set(sign!, '0', { PX: 60_000 });
}

/** Longer than a stream is given between two checks. */
async function checkTwice(): Promise<void> {
  await look();
  vi.advanceTimersByTime(2000);
  await look();
}

it('ends a call whose registration has expired while others could be renewed', async () => {
  await look();
  await ageRegistrationKey();
  await checkTwice();
  await expect.poll(() => reply.leftUntil).toBe('taken');
});

it('continues a call whose registration may have expired because Redis was paused or emptied', async () => {
  await look();
  await ageRegistrationKey();
  await redis().flushDb();
  await checkTwice();
  await ageRegistrationKey();
  await look();
  await redis().zAdd(readersKey(reply.generation.id), { score: Date.now() + 60_000, value: 'web' });
  await checkTwice();
  expect(reply.leftUntil).toBeNull();
});
