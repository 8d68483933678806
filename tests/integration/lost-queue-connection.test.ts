import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { openConsumer, openProducer, type Producer } from '#app/core/queue/bullmq.ts';
import { startMuteProxy, type MuteProxy } from '#tests/http/silence/mute-proxy.ts';

/** A Redis user for this file alone distinguishes the producer's connection from all others of the server. */
const USER = `producer-${newId()}`;
let producer: Producer;

async function connections(): Promise<string[]> {
  const clients = await redis().clientList();
  return clients.flatMap(({ id, user }) => (user === USER ? String(id) : []));
}

beforeAll(async () => {
  await redis().aclSetUser(USER, ['on', '>secret', '~*', '&*', '+@all']);
  const address = new URL(process.env.REDIS_URL!);
  address.username = USER;
  address.password = 'secret';
  producer = openProducer(address.href);
});
afterAll(async () => {
  await producer.close();
  await redis().aclDelUser(USER);
});

it('a producer that has sent nothing yet survives the loss of its connection', async () => {
  await expect.poll(connections).toHaveLength(1);
  const [lost] = await connections();
  await redis().sendCommand(['CLIENT', 'KILL', 'ID', lost!]);
  await expect.poll(async () => (await connections()).filter((id) => id !== lost)).toHaveLength(1);
  // The server registers the new connection before the producer does.
  await expect.poll(() => addTo(producer, 'lost')).toBe('added');
  expect(await redis().lLen('bull:lost:wait')).toBe(1);
});

/** The result of adding a job: 'added', or the reason for a failure. */
function addTo(to: Producer, queue: string): Promise<string> {
  const payload = { generationId: newId(), attempt: 1 };
  return to.add([{ queue, name: 'run-generation', id: newId(), payload }]).then(
    () => 'added',
    (error: Error) => error.message,
  );
}

async function withProxy(use: (proxy: MuteProxy, url: string) => Promise<void>): Promise<void> {
  const address = new URL(process.env.REDIS_URL!);
  const proxy = await startMuteProxy(Number(address.port));
  address.port = String(proxy.port);
  try {
    await use(proxy, address.href);
  } finally {
    await proxy.close();
  }
}

/** The connection is lost at each of the client's first messages: on connecting, opening, and after. */
const PIECES = [1, 2, 3, 4, 5, 6];

it.each(PIECES)('a producer survives the loss of its connection at message %i', (piece) =>
  withProxy(async (proxy, url) => {
    proxy.cutAt(piece);
    const other = openProducer(url);
    for (let job = 1; job <= PIECES.length; job++)
      await expect.poll(() => addTo(other, `opened-${piece}-${job}`)).toBe('added');
    expect(proxy.hasCut()).toBe(true);
    await other.close();
  }),
);

it.each(PIECES)('a consumer survives the loss of its connection at message %i', (piece) =>
  withProxy(async (proxy, url) => {
    const heard: string[] = [];
    const queue = `heard-${piece}`;
    proxy.cutAt(piece);
    const consumer = openConsumer(
      url,
      { 'run-generation': async ({ generationId }) => void heard.push(generationId) },
      { queue, concurrency: 1, lockMs: 2000 },
    );
    await expect.poll(() => proxy.hasCut()).toBe(true);
    const generationId = newId();
    await producer.add([
      { queue, name: 'run-generation', id: newId(), payload: { generationId, attempt: 1 } },
    ]);
    await expect.poll(() => heard).toEqual([generationId]);
    await consumer.close();
  }),
);

it('a consumer closes while its Redis is away, once the current job has ended', () =>
  withProxy(async (proxy, url) => {
    const queue = `closed-${newId()}`;
    const ends: (() => void)[] = [];
    let hasEnded = false;
    const run = async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      hasEnded = true;
    };
    const consumer = openConsumer(url, { 'run-generation': run }, { queue, concurrency: 1, lockMs: 2000 });
    await expect.poll(() => addTo(producer, queue)).toBe('added');
    await expect.poll(() => ends).toHaveLength(1);
    await proxy.close();
    const closed = consumer.close();
    ends[0]!();
    await closed;
    expect(hasEnded).toBe(true);
  }));
