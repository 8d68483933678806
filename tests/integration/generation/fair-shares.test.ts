import { beforeEach, expect, it, vi } from 'vitest';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { beginCall, type EngineCall } from '#tests/fixtures/engine-call.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

process.env.WORKER_CONCURRENCY = '8';
const engine = useEngine();

const CREDIT = 100_000_000n;
/** The maximum of one account with eight slots. */
const SHARE = 6;
const CALLS = 30;

let busy: Awaited<ReturnType<typeof createKey>>;
let calls: EngineCall[];
const gate = () => sandboxGate(engine.sandbox().url, 'busy');

beforeEach(async () => {
  busy = await createKey({ creditMicro: CREDIT });
  calls = await Promise.all(
    Array.from({ length: CALLS }, () => beginCall(busy, 'Hi [[sandbox: length=5 pace=0 gate=busy]]')),
  );
  await vi.waitUntil(async () => (await gate().waiting()) === SHARE, { timeout: 45_000 });
});

/** Lets all waiting calls end. */
async function letAllEnd(): Promise<void> {
  const isOver = async () => {
    await gate().open(0);
    const open = await selectRows(AUTOCOMMIT, 'SELECT id FROM generations WHERE live = 1');
    return open.length;
  };
  await expect.poll(isOver).toBe(0);
}

it('answers other users at once while one account has more calls than the worker has slots', async () => {
  for (let number = 0; number < 5; number += 1) {
    const small = await createKey({ creditMicro: CREDIT });
    const call = await beginCall(small, 'Hello [[sandbox: text="At once"]]');
    expect(await call.end()).toMatchObject({ text: 'At once', end: { state: 'done' } });
  }
  expect(await gate().waiting()).toBe(SHARE);
  await letAllEnd();
});

it('also answers the chat of that account', async () => {
  const { generationId } = await admitMessage(chatSend(busy.userId, 'Hello [[sandbox: text="In the chat"]]'));
  const stateOf = () =>
    selectRows(AUTOCOMMIT, "SELECT id FROM generations WHERE id = ? AND state = 'done'", [generationId]);
  await expect.poll(stateOf).toHaveLength(1);
  expect(await gate().waiting()).toBe(SHARE);
  await letAllEnd();
});

it('runs all postponed calls once there are slots, each once and charged once', async () => {
  await letAllEnd();
  const heard = await Promise.all(calls.map((call) => call.end()));
  expect(heard.map(({ end }) => end.state)).toEqual(Array.from({ length: CALLS }, () => 'done'));
  const charged = heard.reduce((sum, { end }) => sum + BigInt(end.costMicro ?? 0), 0n);
  expect(charged).toBeGreaterThan(0n);
  expect(await soundBalance(busy.userId)).toBe(CREDIT - charged);
});
