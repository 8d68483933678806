import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#app/contracts/generation.ts';
import { candidatesOf } from '#app/core/generation/record/row.ts';
import { fenceOff } from '#app/core/generation/recover/close.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { takeOver } from '#app/core/generation/run/continuation/handover.ts';
import { checkpoint } from '#app/core/generation/run/heartbeat.ts';
import { appendToLogs } from '#app/core/generation/stream/log.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { generationOf, markRunning } from '#tests/fixtures/generation-row.ts';
import { stopHeart, takeRun } from '#tests/fixtures/hand-worker.ts';
import { LEASE_MS, sweepUntil } from '#tests/fixtures/sweep-until.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

const TTL_MS = 60_000;

useUnservedModel();
beforeAll(() => openQueue(config().REDIS_URL));
afterAll(() => closeQueue());

/** A run whose worker has sent no heartbeat for a while. */
async function lostRun({ seconds = 60 } = {}): Promise<string> {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId);
  await markRunning(id, { seconds });
  return id;
}

/** A late output of the worker that had the run, after it wakes up. */
async function say(generationId: string, attempt: number, text: string): Promise<number> {
  const entry: LogEntry = { type: 'text', at: 0, text };
  const append = { generationId, attempt, first: 1, entries: [JSON.stringify(entry)] };
  const [length] = await appendToLogs([{ ...append, ttlMs: TTL_MS }]);
  return length!;
}

describe('a run with a lost worker', () => {
  it('before its first output gets another try, and only once its first worker can write nothing more', async () => {
    const id = await lostRun();
    const attempt = await sweepUntil(id, 'queued');
    expect(await say(id, 1, 'I overslept')).toBe(-1);
    expect(await say(id, attempt + 1, 'Hello')).toBe(1);
  });

  it('after output that was received, though not stored yet, ends with that output', async () => {
    const id = await lostRun();
    expect(await say(id, 1, 'Once upon')).toBe(1);
    await sweepUntil(id, 'interrupted');
    const reply = await selectRow(
      AUTOCOMMIT,
      'SELECT text FROM messages WHERE id = (SELECT reply_message_id FROM generations WHERE id = ?)',
      [id],
    );
    expect(reply).toEqual({ text: 'Once upon' });
  });

  it('after reasoning alone gets another try in a chat, after that reasoning', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const { id } = await admitSend(userId);
    const lost = await takeRun(id, 1);
    lost.reply.called = candidatesOf(lost.reply.generation)[0];
    lost.reply.addThinking('Let me see. ');
    lost.reply.firstTokenAt = new Date();
    await lost.worker.writer.flushed(lost.reply);
    await checkpoint([lost.reply]);
    await stopHeart(lost);
    const next = await takeRun(id, (await sweepUntil(id, 'queued')) + 1);
    expect(await takeOver(next.reply)).toBe(false);
    expect(next.reply).toMatchObject({ thinking: 'Let me see. ', published: 1, answeredBy: null });
  });

  it('lost longer ago than the lifetime of its log gets no other try: output may have been read', async () => {
    const id = await lostRun({ seconds: config().LOG_TTL_MS / 1000 + 5 });
    expect(await sweepUntil(id, 'interrupted')).toBe(2);
  });

  it('in its second try gets no third one', async () => {
    const id = await lostRun();
    const again = (await sweepUntil(id, 'queued')) + 1;
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET state = 'running', attempt = ?, heartbeat_at = NOW(3) - INTERVAL 1 MINUTE WHERE id = ?`,
      [again, id],
    );
    expect(await sweepUntil(id, 'interrupted')).toBe(again + 1);
  });
});

it('is skipped while its worker is writing a heartbeat, and no other run waits for it', async () => {
  const lost = await lostRun({ seconds: 120 });
  const slow = await lostRun({ seconds: 60 });
  await say(lost, 1, 'Once upon');
  const stateOf = async (id: string) => {
    const { state, attempt } = await generationOf(id);
    return { state, attempt };
  };
  await transaction(async (tx) => {
    await change(tx, 'UPDATE generations SET heartbeat_at = NOW(3) WHERE id = ?', [slow]);
    await sweepUntil(lost, 'interrupted');
    expect(await stateOf(lost)).toEqual({ state: 'interrupted', attempt: 2 });
    expect(await stateOf(slow)).toEqual({ state: 'running', attempt: 1 });
  });
  expect(await stateOf(slow)).toEqual({ state: 'running', attempt: 1 });
});

it('is left alone if its worker has sent a heartbeat since the sweeper checked', async () => {
  const id = await lostRun();
  expect(await fenceOff(await generationOf(id), new Date(0))).toBeNull();
  expect(await generationOf(id)).toMatchObject({ state: 'running', attempt: 1 });
});

describe('a run whose job was lost', () => {
  it('is enqueued again once it has waited too long, and not before', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const admitted = [await admitSend(userId), await admitSend(userId)];
    const [late, fresh] = admitted.map(({ id }) => id);
    for (const id of [late, fresh]) await expect.poll(() => redis().keys(`*${id}-1`)).toHaveLength(1);
    await redis().flushDb();
    await change(AUTOCOMMIT, 'UPDATE generations SET created_at = NOW(3) - INTERVAL 1 MINUTE WHERE id = ?', [
      late!,
    ]);
    await change(AUTOCOMMIT, 'UPDATE generations SET created_at = NOW(3) + INTERVAL 1 MINUTE WHERE id = ?', [
      fresh!,
    ]);
    await createSweeper(LEASE_MS)();
    await expect.poll(() => redis().keys(`*${late}-1`)).toHaveLength(1);
    expect(await redis().keys(`*${fresh}*`)).toEqual([]);
  });
});
