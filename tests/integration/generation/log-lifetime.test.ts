import { expect, it } from 'vitest';
import { claimGeneration } from '#app/core/generation/run/claim.ts';
import { createReplyWriter } from '#app/core/generation/stream/writer.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { redis } from '#app/core/platform/redis.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

const TTL_MS = 600_000;
const LITTLE_MS = 200_000;
const writer = createReplyWriter({ logTtlMs: TTL_MS, running: new Set() });

useUnservedModel();

async function runningReply(): Promise<RunningReply> {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId);
  const claimed = await claimGeneration({ generationId: id, attempt: 1, workerId: 'worker' });
  return new RunningReply(claimed!.generation);
}

async function say(reply: RunningReply, words: string): Promise<void> {
  reply.addText(words);
  writer.wake(reply);
  await writer.flushed(reply);
}

const keysOf = ({ generation: { id } }: RunningReply) => [`reply:${id}:log`, `reply:${id}:fence`];
const timesOf = (reply: RunningReply) => Promise.all(keysOf(reply).map((key) => redis().pTTL(key)));

it('renews the lifetime of a log when half of it is over, and not with each token', async () => {
  const reply = await runningReply();
  await say(reply, 'Good');
  expect((await timesOf(reply)).every((ms) => ms > LITTLE_MS)).toBe(true);

  for (const key of keysOf(reply)) await redis().pExpire(key, LITTLE_MS);
  await say(reply, ' morning');
  expect((await timesOf(reply)).every((ms) => ms > 0 && ms <= LITTLE_MS)).toBe(true);

  reply.logExpiresAt = performance.now() + LITTLE_MS;
  await say(reply, ' to you');
  expect((await timesOf(reply)).every((ms) => ms > LITTLE_MS)).toBe(true);
  expect(await redis().lLen(`reply:${reply.generation.id}:log`)).toBe(3);
});

it('sets the lifetime of a log with the first entries that Redis accepts, however often they were sent', async () => {
  const reply = await runningReply();
  // A key that is not a list cannot be appended to: the first entries are sent again and again.
  const [log] = keysOf(reply);
  await redis().set(log!, 'no list');
  const said = say(reply, 'Good morning');
  await expect.poll(() => redis().info('errorstats')).toContain('WRONGTYPE');
  await redis().del(log!);
  await said;
  expect((await timesOf(reply)).every((ms) => ms > LITTLE_MS)).toBe(true);
});

it('waits for entries that are being published, and for nothing else', async () => {
  const reply = await runningReply();
  expect(await writer.delivered(reply)).toBe(true);
  reply.addText('Good morning');
  writer.wake(reply);
  expect(await writer.delivered(reply)).toBe(true);
  const [log] = keysOf(reply);
  expect(await redis().lLen(log!)).toBe(1);
});

it('waits for entries that Redis does not accept until it does, or the run is ended', async () => {
  const [kept, ended] = [await runningReply(), await runningReply()];
  const logs = [kept, ended].map((reply) => keysOf(reply)[0]!);
  for (const log of logs) await redis().set(log, 'no list');
  const deliveries = [kept, ended].map((reply) => {
    reply.addText('Good morning');
    writer.wake(reply);
    return writer.delivered(reply);
  });
  await expect.poll(() => redis().info('errorstats')).toContain('WRONGTYPE');
  ended.abort.abort(new RunAborted('shutdown'));
  expect(await deliveries[1]).toBe(false);
  await redis().del(logs);
  expect(await deliveries[0]).toBe(true);
  expect(await redis().lLen(logs[0]!)).toBe(1);
});

it('gives up on a Redis that stays away for too long', async () => {
  const running = new Set<RunningReply>();
  const hasty = createReplyWriter({ logTtlMs: TTL_MS, running, patienceMs: 1 });
  const reply = await runningReply();
  const [log] = keysOf(reply);
  await redis().set(log!, 'no list');
  reply.addText('Good morning');
  hasty.wake(reply);
  expect(await hasty.delivered(reply)).toBe(false);
  await redis().del(log!);
});
