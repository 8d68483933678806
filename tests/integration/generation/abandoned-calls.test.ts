import { describe, expect, it } from 'vitest';
import { countUnseenLeave } from '#app/core/limits/quotas.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { beginCall, readEnd } from '#tests/fixtures/engine-call.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

// The end and the cost of a call whose client leaves its stream.
const engine = useEngine();
const gateOf = (name: string) => sandboxGate(engine.sandbox().url, name);

const OFFERS = [{ provider: 'sandbox' }, { provider: 'sandbox-b' }];
const THINKER = 'sandbox/thinker';
const thinker = () => createModel({ id: THINKER, capabilities: ['streaming', 'reasoning'] });

async function ended(generationId: string) {
  const isOver = async () => !['queued', 'running'].includes((await readEnd(generationId)).state ?? '');
  await expect.poll(isOver).toBe(true);
  return readEnd(generationId);
}

/** Whether the row says that a provider has accepted the call. */
async function isAccepted(generationId: string): Promise<boolean> {
  const sql = 'SELECT progress FROM generations WHERE id = ?';
  const row = await selectRow<{ progress: string | null }>(AUTOCOMMIT, sql, [generationId]);
  return row?.progress?.includes('"isTaken":true') ?? false;
}

/** A call that its client leaves before its provider has answered. */
async function leftAtTheDoor(directive: string, fields: object = {}) {
  const gate = gateOf(`door-${directive}`);
  const call = await beginCall(
    await createKey(),
    `Hi [[sandbox: door="door-${directive}" ${directive}]]`,
    fields,
  );
  await expect.poll(gate.waiting).toBe(1);
  await call.leave();
  // Sent twice, as the row records it too: it still waits.
  await call.leave();
  expect(await readEnd(call.generationId)).toMatchObject({ state: 'running' });
  await gate.open();
  return ended(call.generationId);
}

describe('a stream that its client leaves before any output', () => {
  it('costs the prompt once its provider has accepted it', async () => {
    const call = await beginCall(await createKey(), 'Say nothing [[sandbox: fault=headers]]');
    await expect.poll(() => isAccepted(call.generationId)).toBe(true);
    await call.leave();
    const end = await ended(call.generationId);
    expect(end).toMatchObject({
      state: 'stopped',
      reason: 'stopped',
      source: 'counted',
      completionTokens: 0,
    });
    expect(end.promptTokens).toBeGreaterThan(0);
    expect(end.chargedMicro).toBe(end.promptTokens);
  });

  it('costs the prompt when its provider accepts it after that', async () => {
    const end = await leftAtTheDoor('length=50');
    expect(end).toMatchObject({
      state: 'stopped',
      reason: 'stopped',
      source: 'counted',
      completionTokens: 0,
    });
    expect(end.chargedMicro).toBe(end.promptTokens);
    const [request] = engine.sandbox().requests();
    expect(request?.tokens, 'it was canceled, not heard to its end').toBeLessThan(50);
  });

  it('costs nothing when its provider refuses it after that, and no other offer is called', async () => {
    await createModel({ id: 'sandbox/two', offers: OFFERS });
    const end = await leftAtTheDoor('fault=500', { model: 'sandbox/two' });
    expect(end).toMatchObject({ state: 'stopped', reason: 'not_taken', chargedMicro: 0 });
    expect(end.tries).toHaveLength(1);
    expect(engine.sandbox().requests()).toHaveLength(1);
  });
});

describe('a model with possibly hidden reasoning', () => {
  const leaveAtGate = async (owner: Awaited<ReturnType<typeof createKey>>) => {
    const content = 'Hi [[sandbox: hidden=50 gate=unseen text="one two"]]';
    const call = await beginCall(owner, content, { model: THINKER });
    await expect.poll(gateOf('unseen').waiting).toBe(1);
    await expect.poll(() => isAccepted(call.generationId)).toBe(true);
    await call.leave();
    return call.generationId;
  };

  it('is canceled for a user who leaves it occasionally', async () => {
    await thinker();
    const end = await ended(await leaveAtGate(await createKey()));
    expect(end).toMatchObject({ state: 'stopped', reason: 'stopped', completionTokens: 0 });
  });

  it('runs to its usage for a user who has left five such calls, and its reasoning is charged', async () => {
    await thinker();
    const owner = await createKey();
    for (let left = 0; left < 5; left += 1) await countUnseenLeave(owner.userId);
    const generationId = await leaveAtGate(owner);
    await gateOf('unseen').open();
    const end = await ended(generationId);
    expect(end).toMatchObject({ state: 'done', reason: 'ran_on', source: 'provider', completionTokens: 52 });
    expect(end.chargedMicro).toBe(end.promptTokens + 4 * 52);
  });

  it('is not continued by another provider if its own breaks off', async () => {
    await createModel({ id: THINKER, capabilities: ['streaming', 'reasoning'], offers: OFFERS });
    const owner = await createKey();
    for (let left = 0; left < 5; left += 1) await countUnseenLeave(owner.userId);
    const content = 'Hi [[sandbox: gate=cut text="one two three" fault=cut after=2]]';
    const call = await beginCall(owner, content, { model: THINKER });
    await expect.poll(gateOf('cut').waiting).toBe(1);
    await expect.poll(() => isAccepted(call.generationId)).toBe(true);
    await call.leave();
    await gateOf('cut').open();
    expect(await ended(call.generationId)).toMatchObject({ state: 'stopped', reason: 'output' });
    expect(engine.sandbox().requests()).toHaveLength(1);
  });
});

it('runs an unstreamed call to its end, whether its client waits or not', async () => {
  const owner = await createKey();
  const content = 'Hi [[sandbox: gate=whole text="one two"]]';
  const call = await beginCall(owner, content, { stream: false });
  await expect.poll(gateOf('whole').waiting).toBe(1);
  call.close();
  await gateOf('whole').open();
  expect(await ended(call.generationId)).toMatchObject({
    state: 'done',
    reason: 'output',
    source: 'provider',
    completionTokens: 2,
  });
});
