import { expect, it } from 'vitest';
import { newestPartials, readPartial, storePartial } from '#app/core/generation/stream/partial-image.ts';
import { newId } from '#app/core/platform/ids.ts';
import { streamClusterState } from '#app/core/platform/stream-redis.ts';
import { countListeners } from '#app/core/realtime/registrations.ts';
import {
  newestUserEvent,
  publishUserEvents,
  watchersKey,
  watchUser,
} from '#app/core/realtime/user-events.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { beginCall, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import {
  expectCharged,
  expectWhole,
  repliesOnEveryNode,
  subscribersNode,
  useClusterEngine,
  WORDS,
} from './cluster-stage.ts';

const CREDIT = 1_000_000n;
const engine = useClusterEngine();

it('stores previews, counters and registrations of users at all nodes', async () => {
  const ids = Array.from({ length: 64 }, () => newId());
  await Promise.all(ids.map((id) => storePartial(id, { number: 7, bytes: Buffer.from(id) })));
  expect([...(await newestPartials(ids)).values()]).toEqual(ids.map(() => 7));
  expect(String(await readPartial(ids[0]!))).toBe(ids[0]);
  for (const userId of ids.slice(0, 8)) {
    const leaving = new AbortController();
    const events = watchUser(userId, leaving.signal);
    const first = events.next();
    await expect.poll(() => countListeners([watchersKey(userId)])).toEqual([1]);
    await publishUserEvents(userId, [{ type: 'balance', balanceMicro: '1' }]);
    expect((await first).value).toEqual({ number: 1, event: { type: 'balance', balanceMicro: '1' } });
    expect(await newestUserEvent(userId)).toBe(1);
    leaving.abort();
    await events.return(undefined);
  }
});

it('streams every reply whole when the node of the subscriber is killed in their middle', async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const content = `[[sandbox: text="${WORDS}" pace=10 gate=killed hold=5]]`;
  const readings = await repliesOnEveryNode(engine.cluster(), owner.userId, content);
  const calls: EngineCall[] = [];
  for (const _ of readings) calls.push(await beginCall(owner, content));
  const ends = calls.map((call) => call.end());
  const count = calls.length + readings.length;
  const gate = sandboxGate(engine.sandbox().url, 'killed');
  await expect.poll(gate.waiting).toBe(count);

  const killed = await subscribersNode(engine.cluster());
  await gate.open(count);
  await engine.cluster().primaries[killed]!.kill();

  await expect.poll(() => subscribersNode(engine.cluster())).toBeGreaterThanOrEqual(0);
  for (const reading of readings) await expectWhole(reading);
  for (const { generationId, text, end } of await Promise.all(ends)) {
    expect(text).toBe(WORDS);
    expect(end).toMatchObject({ state: 'done', finishReason: 'stop' });
    await expectCharged(generationId);
  }
  expect(await soundBalance(owner.userId)).toBeLessThan(CREDIT);
  await expect.poll(streamClusterState).toEqual({ state: 'ok', isReachable: true });
});
