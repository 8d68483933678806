import { afterAll, beforeAll, expect } from 'vitest';
import type { ReplyEnd } from '#app/contracts/generation.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readersKey } from '#app/core/generation/stream/log.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { closeStreamRedis, connectStreamRedis } from '#app/core/platform/stream-redis.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { startRedisCluster, type TestCluster } from '#tests/setup/redis-cluster.ts';

export const WORDS = Array.from({ length: 40 }, (_, place) => `word${place}`).join(' ');

/** A reader of a reply in the chat. */
export interface Reading {
  generationId: string;
  /** The primary that had its log when the cluster was made. */
  node: number;
  /** The text that it has so far. */
  text(): string;
  ended: Promise<ReplyEnd>;
}

/** The engine with its streams in a Redis Cluster of three primaries, each with a replica. */
export function useClusterEngine() {
  const started: TestCluster[] = [];
  const cluster = () => started[0]!;
  beforeAll(async () => {
    started.push(await startRedisCluster());
    await connectStreamRedis(cluster().urls);
  });
  // Registered before those of the engine, so that they run after them: a worker ends its work with Redis.
  afterAll(async () => {
    await closeStreamRedis();
    await cluster().stop();
  });
  const engine = useEngine(() => ({ REDIS_CLUSTER: cluster().urls.join(',') }));
  return { ...engine, cluster };
}

/** Begins replies until each primary has the logs of at least three. */
export async function repliesOnEveryNode(
  cluster: TestCluster,
  userId: string,
  content: string,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const node of [0, 1, 2]) {
    while (readings.filter((reading) => reading.node === node).length < 3) {
      const { generationId } = await admitMessage(chatSend(userId, content));
      readings.push({ ...read(generationId), node: await cluster.primaryOf(readersKey(generationId)) });
    }
  }
  return readings;
}

function read(generationId: string): Omit<Reading, 'node'> {
  let text = '';
  const follow = async (): Promise<ReplyEnd> => {
    for await (const { event } of readReply({ generationId, signal: AbortSignal.timeout(110_000) })) {
      if (event.type === 'text') text += event.text;
      else if (event.type === 'end') return event;
    }
    throw new Error('the reply did not end');
  };
  return { generationId, text: () => text, ended: follow() };
}

/** The primary that the subscriber of this process is connected to. */
export async function subscribersNode({ primaries }: TestCluster): Promise<number> {
  const clients = primaries.map(({ client }) => client());
  const lists = await Promise.all(
    clients.map(async (client) => (client.isReady ? client.sendCommand<string>(['CLIENT', 'LIST']) : '')),
  );
  return lists.findIndex((list) => / sub=1 /.test(list));
}

/** Waits until a reply is done: its reader has the whole text once and in order, and it is charged. */
export async function expectWhole({ generationId, text, ended }: Reading): Promise<void> {
  expect(await ended).toMatchObject({ state: 'done', finishReason: 'stop' });
  expect(text()).toBe(WORDS);
  await expectCharged(generationId);
}

export async function expectCharged(generationId: string): Promise<void> {
  const end = await readEnd(generationId);
  expect(end).toMatchObject({ state: 'done', reason: 'output', source: 'provider' });
  expect(end.chargedMicro).toBeGreaterThan(0);
}
