import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { openProducer, type Producer } from '#app/core/queue/bullmq.ts';

/** A user of this file's own tells the producer's connection from all others of the server. */
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

it('a producer that has sent nothing yet outlives the loss of its connection', async () => {
  await expect.poll(connections).toHaveLength(1);
  const [lost] = await connections();
  await redis().sendCommand(['CLIENT', 'KILL', 'ID', lost!]);
  await expect.poll(async () => (await connections()).filter((id) => id !== lost)).toHaveLength(1);
  const payload = { generationId: newId(), attempt: 1 };
  await producer.add([{ queue: 'lost', name: 'run-generation', id: newId(), payload }]);
  expect(await redis().lLen('bull:lost:wait')).toBe(1);
});
