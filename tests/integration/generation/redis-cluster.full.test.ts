import { expect, it } from 'vitest';
import { readersKey } from '#app/core/generation/stream/log.ts';
import { connectStreamRedis, streamClusterState } from '#app/core/platform/stream-redis.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { beginCall, readEnd, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { expectWhole, repliesOnEveryNode, useClusterEngine, WORDS, type Reading } from './cluster-stage.ts';

const engine = useClusterEngine();

/**
 * Begins replies at all nodes, loses one node that has no replica any more, and checks that the replies of
 * the other nodes end meanwhile.
 * @returns the replies of the lost node
 */
async function loseNode(node: number, lose: 'kill' | 'suspend'): Promise<Reading[]> {
  const cluster = engine.cluster();
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const content = `[[sandbox: text="${WORDS}" pace=0 gate=lost hold=5]]`;
  const readings = await repliesOnEveryNode(cluster, userId, content);
  const gate = sandboxGate(engine.sandbox().url, 'lost');
  await expect.poll(gate.waiting).toBe(readings.length);
  await cluster.replicas[node]!.kill();
  await cluster.primaries[node]![lose]();
  await gate.open(readings.length);

  for (const reading of readings) if (reading.node !== node) await expectWhole(reading);
  const waiting = readings.filter((reading) => reading.node === node);
  for (const { generationId, text } of waiting) {
    // The row has it from the next heartbeat on.
    await expect.poll(text).toBe(WORDS);
    expect(await readEnd(generationId)).toMatchObject({ state: 'running' });
  }
  await expect
    .poll(streamClusterState)
    .toEqual({ state: expect.stringMatching(/^2[12] of 64 hash tags have no node/), isReachable: true });
  return waiting;
}

it.each(['suspend', 'kill'] as const)(
  'delays only the replies of a node without a replica: %s, until it is back',
  async (lose) => {
    const node = lose === 'kill' ? 0 : 1;
    const waiting = await loseNode(node, lose);
    await engine.cluster().primaries[node]![lose === 'kill' ? 'restart' : 'resume']();
    for (const reading of waiting) await expectWhole(reading);
    await expect.poll(streamClusterState).toEqual({ state: 'ok', isReachable: true });
  },
);

it('ends replies of a lost node from the database, one minute later', async () => {
  const waiting = await loseNode(2, 'kill');
  for (const reading of waiting) await expectWhole(reading);
  await engine.cluster().primaries[2]!.restart();
  await expect.poll(streamClusterState).toEqual({ state: 'ok', isReachable: true });
});

it('starts while a node is away, and serves the others', async () => {
  const { primaries, urls } = engine.cluster();
  await primaries[0]!.kill();
  await connectStreamRedis(urls);
  const state = expect.stringMatching(/^2[12] of 64 hash tags/);
  await expect.poll(streamClusterState).toEqual({ state, isReachable: true });
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const readings = await repliesOnEveryNode(engine.cluster(), userId, `[[sandbox: text="${WORDS}" pace=0]]`);
  for (const reading of readings) if (reading.node !== 0) await expectWhole(reading);
  await primaries[0]!.restart();
  for (const reading of readings) await expectWhole(reading);
});

it('stops calls whose readers have vanished, but none whose node is away', async () => {
  const owner = await createKey();
  const calls: { call: EngineCall; node: number }[] = [];
  for (const node of [0, 1, 2]) {
    while (calls.every((one) => one.node !== node)) {
      const call = await beginCall(owner, `[[sandbox: text="${WORDS}" pace=0 gate=vanished hold=5]]`);
      calls.push({ call, node: await engine.cluster().primaryOf(readersKey(call.generationId)) });
    }
  }
  const gate = sandboxGate(engine.sandbox().url, 'vanished');
  await expect.poll(gate.waiting).toBe(calls.length);
  await engine.cluster().primaries[0]!.kill();
  for (const { call } of calls) call.close();

  const stateOf = async ({ call }: { call: EngineCall }) => (await readEnd(call.generationId)).state;
  const [away, reached] = [0, -1].map((is) => calls.filter(({ node }) => (node === 0 ? 0 : -1) === is));
  await expect.poll(() => Promise.all(reached!.map(stateOf))).toEqual(reached!.map(() => 'stopped'));
  expect(await Promise.all(away!.map(stateOf))).toEqual(away!.map(() => 'running'));
  await engine.cluster().primaries[0]!.restart();
  await gate.open(away!.length);
});
