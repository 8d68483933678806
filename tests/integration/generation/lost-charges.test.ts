import { describe, expect, it } from 'vitest';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { admitInBatch } from '#app/core/generation/admit/batch.ts';
import { candidatesOf } from '#app/core/generation/record/row.ts';
import { closeAbandoned } from '#app/core/generation/recover/close.ts';
import { checkpoint } from '#app/core/generation/run/heartbeat.ts';
import { interrupted } from '#app/core/generation/settle/outcome.ts';
import { appendToLogs } from '#app/core/generation/stream/log.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { planFor } from '#tests/factories/call-plan.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { generationOf, markRunning } from '#tests/fixtures/generation-row.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

/** A second offer, at ten times the price. */
const DEAR = { rules: [{ rates: { input: 10_000_000n, output: 40_000_000n } }] };

useUnservedModel({ offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b', price: DEAR }] });

/** A call whose worker has called an offer and then disappears. */
async function runningCall(place = 0): Promise<RunningReply> {
  const { generationId } = await admitInBatch(await planFor(await createKey()));
  await markRunning(generationId);
  const reply = new RunningReply(await generationOf(generationId));
  const candidates = candidatesOf(reply.generation).toSorted((one, other) =>
    one.provider < other.provider ? -1 : 1,
  );
  reply.startCall(candidates[place]!);
  return reply;
}

/** Closes it as the sweeper does, from its row and its log. */
async function close({ generation: { id } }: RunningReply) {
  expect(await closeAbandoned(await generationOf(id), interrupted)).toBe(true);
  return readEnd(id);
}

const requestStop = ({ generation: { id } }: RunningReply) =>
  change(AUTOCOMMIT, 'UPDATE generations SET stop_requested_at = NOW(3) WHERE id = ?', [id]);

const tokensOf = (text: string) => countTokens(text, 'o200k');
const ARGUMENTS = JSON.stringify({ city: 'Köln', days: [1, 2, 3], note: 'with umbrella and boots' });

function callTool(reply: RunningReply): void {
  const tool = { index: 0, id: 'a', type: 'function' as const, function: { name: 'weather', arguments: '' } };
  reply.addDelta({ type: 'delta', choice: 0, delta: { tool_calls: [tool] } });
  const piece = { index: 0, function: { arguments: ARGUMENTS } };
  reply.addDelta({ type: 'delta', choice: 0, delta: { tool_calls: [piece] } });
  reply.addDelta({ type: 'delta', choice: 1, delta: { content: ' A further choice says this.' } });
}
const SAID = `weather${ARGUMENTS} A further choice says this.`;

describe('a run with a lost worker is charged', () => {
  it('for tool calls and further choices in its checkpoint', async () => {
    const reply = await runningCall();
    reply.isTaken = true;
    callTool(reply);
    await checkpoint([reply]);
    const end = await close(reply);
    expect(end).toMatchObject({ state: 'interrupted', reason: 'output', source: 'counted', errorCode: null });
    expect(end.completionTokens).toBe(await tokensOf(SAID));
    expect(end.chargedMicro).toBe(end.promptTokens + 4 * end.completionTokens);
    const row = await selectRow(AUTOCOMMIT, 'SELECT progress, text FROM generations WHERE id = ?', [
      reply.generation.id,
    ]);
    expect(row).toEqual({ progress: null, text: null });
  });

  it('for those that are only in its log', async () => {
    const reply = await runningCall();
    reply.isTaken = true;
    callTool(reply);
    const entries = reply.takeEntries();
    await appendToLogs([{ generationId: reply.generation.id, attempt: 1, first: 1, entries, ttlMs: 60_000 }]);
    const end = await close(reply);
    expect(end).toMatchObject({ state: 'interrupted', reason: 'output' });
    expect(end.completionTokens).toBe(await tokensOf(SAID));
  });

  it('by its provider’s count of the prompt', async () => {
    const reply = await runningCall();
    reply.isTaken = true;
    reply.count({ promptTokens: 321, cachedTokens: 300, completionTokens: 1, reasoningTokens: 0 });
    reply.isUsageBehind = true;
    reply.addText('one two three');
    await checkpoint([reply]);
    expect(await close(reply)).toMatchObject({ source: 'both', promptTokens: 321, completionTokens: 3 });
  });

  it('by the price of the offer that had accepted it', async () => {
    const reply = await runningCall(1);
    reply.isTaken = true;
    reply.addText('one two three');
    await checkpoint([reply]);
    const end = await close(reply);
    expect(end.chargedMicro).toBe(10 * end.promptTokens + 40 * 3);
  });

  it('for its prompt when its reader had stopped it and a provider had accepted it', async () => {
    const reply = await runningCall();
    reply.isTaken = true;
    await checkpoint([reply]);
    await requestStop(reply);
    const end = await close(reply);
    expect(end).toMatchObject({ state: 'stopped', reason: 'stopped', completionTokens: 0, errorCode: null });
    expect(end.promptTokens).toBeGreaterThan(0);
    expect(end.chargedMicro).toBe(end.promptTokens);
  });

  it('nothing when its reader had stopped it before a provider had accepted it', async () => {
    const reply = await runningCall();
    await checkpoint([reply]);
    await requestStop(reply);
    expect(await close(reply)).toMatchObject({ state: 'stopped', reason: 'not_taken', chargedMicro: 0 });
  });

  it('nothing when it was not stopped and had no output', async () => {
    const reply = await runningCall();
    reply.isTaken = true;
    await checkpoint([reply]);
    expect(await close(reply)).toMatchObject({
      state: 'interrupted',
      reason: 'house_failed',
      errorCode: 'interrupted',
      chargedMicro: 0,
    });
  });
});
