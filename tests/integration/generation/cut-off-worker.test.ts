import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { config } from '#app/core/platform/config.ts';
import { endClient, newRedisClient, redis, type RedisClient } from '#app/core/platform/redis.ts';
import { closeQueue, enqueue, openQueue } from '#app/core/queue/enqueue.ts';
import { cutOffWorkers, forgetWorker, reportWorker } from '#app/core/queue/worker-presence.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { appendOutput, takeRun } from '#tests/fixtures/hand-worker.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

/** No lease of these tests ever expires. */
const LEASE_MS = 24 * 3_600_000;
const CONNECTIONS = 'workers:connections';

const connections: RedisClient[] = [];
useUnservedModel();
beforeAll(() => openQueue(config().REDIS_URL));
afterAll(async () => {
  await closeQueue();
  await Promise.all(connections.map(endClient));
});

interface Run {
  id: string;
  workerId: string;
  /** The worker's connection to Redis. */
  connection: RedisClient;
}

/** A run of a worker with a connection of its own and without further heartbeats. */
async function silentRun(words = 'Once upon'): Promise<Run> {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId);
  const hand = await takeRun(id, 1);
  if (words !== '') await appendOutput(hand, words);
  const connection = newRedisClient(config().REDIS_URL);
  connections.push(connection);
  await connection.connect();
  const workerId = hand.worker.id;
  await redis().hSet(CONNECTIONS, workerId, `${await runId()} ${await connection.clientId()}`);
  await beat(id, 'NOW(3) - INTERVAL 1 MINUTE');
  return { id, workerId, connection };
}

/** The effect of killing a process on its connection: the system closes it. */
async function die({ workerId, connection }: Run): Promise<void> {
  connection.destroy();
  await expect.poll(cutOffWorkers).toContain(workerId);
}

async function runId(): Promise<string> {
  return /run_id:(\w+)/.exec(await redis().info('server'))![1]!;
}

const beat = (id: string, at: string) =>
  change(AUTOCOMMIT, `UPDATE generations SET heartbeat_at = ${at} WHERE id = ?`, [id]);

const rowOf = (id: string) =>
  selectRow(AUTOCOMMIT, 'SELECT state, attempt FROM generations WHERE id = ?', [id]);

/**
 * Sweeps until a run is closed whose worker has died, and long enough that every other lost run is closed as
 * well.
 */
async function sweepUntilClosed({ id }: Run, beforeEachLook: () => Promise<unknown> = async () => {}) {
  const sweep = createSweeper(LEASE_MS);
  const look = async () => {
    await beforeEachLook();
    await sweep();
    return rowOf(id);
  };
  await expect.poll(look).toEqual({ state: 'interrupted', attempt: 2 });
}

it('a killed worker is noticed before its lease is over, a paused one is not', async () => {
  const [killed, unheard, paused] = [await silentRun(), await silentRun(''), await silentRun()];
  await die(unheard);
  await die(killed);
  await sweepUntilClosed(killed);
  expect(await rowOf(unheard.id)).toEqual({ state: 'queued', attempt: 2 });
  expect(await rowOf(paused.id)).toEqual({ state: 'running', attempt: 1 });
});

it('a worker that lost its connection but is alive keeps its runs', async () => {
  const [killed, cutOff] = [await silentRun(), await silentRun()];
  await die(cutOff);
  await die(killed);
  await sweepUntilClosed(killed, () => beat(cutOff.id, 'NOW(3)'));
  expect(await rowOf(cutOff.id)).toEqual({ state: 'running', attempt: 1 });
});

it('after a restart of Redis a worker that has not registered yet is not considered dead', async () => {
  const [killed, elsewhere, forgotten] = [await silentRun(), await silentRun(), await silentRun()];
  await die(killed);
  await redis().hSet(CONNECTIONS, elsewhere.workerId, `${'0'.repeat(40)} 1`);
  await redis().hDel(CONNECTIONS, forgotten.workerId);
  await sweepUntilClosed(killed);
  for (const { id } of [elsewhere, forgotten])
    expect(await rowOf(id)).toEqual({ state: 'running', attempt: 1 });
  expect(await redis().hKeys(CONNECTIONS)).not.toContain(elsewhere.workerId);
});

it('a worker registers its current connection, also a new one, and none once it has stopped', async () => {
  const workerId = 'worker-that-reconnects';
  await reportWorker(workerId);
  expect(await cutOffWorkers()).toEqual([]);
  const [other] = [newRedisClient(config().REDIS_URL)];
  connections.push(other);
  await other.connect();
  await other.clientKill({ filter: 'ID', id: await redis().clientId() });
  await expect.poll(() => cutOffWorkers().catch(() => null)).toEqual([workerId]);
  await reportWorker(workerId);
  expect(await cutOffWorkers()).toEqual([]);
  await forgetWorker(workerId);
  expect(await redis().hKeys(CONNECTIONS)).toEqual([]);
});

it('a job that a killed worker had taken is enqueued again, though its id is in use', async () => {
  const killed = await silentRun();
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId);
  enqueue('chat', { generationId: id, attempt: 1 });
  await expect.poll(() => redis().keys(`*:${id}-1`)).toHaveLength(1);
  await change(AUTOCOMMIT, 'UPDATE generations SET created_at = NOW(3) - INTERVAL 1 MINUTE WHERE id = ?', [
    id,
  ]);
  await die(killed);
  await sweepUntilClosed(killed);
  await expect.poll(() => redis().keys(`*:${id}-1-${killed.workerId}`)).toHaveLength(1);
});
