import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserEvent } from '#app/contracts/user-events.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { watchersKey, watchUser } from '#app/core/realtime/user-events.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { startCommitProxy, type CommitProxy } from '#tests/faults/commit/commit-proxy.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { beginCall, callToEnd } from '#tests/fixtures/engine-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { useEngine } from '#tests/setup/engine.ts';

const CREDIT = 1_000_000n;
let proxy: CommitProxy;

beforeAll(async () => {
  const direct = new URL(process.env.DATABASE_URL!);
  proxy = await startCommitProxy(Number(direct.port));
  const viaProxy = new URL(direct);
  viaProxy.port = String(proxy.port);
  await closeDatabase();
  connectDatabase(viaProxy.href);
});
// Runs after the engine has ended.
afterAll(async () => {
  await closeDatabase();
  await proxy.close();
  connectDatabase(process.env.DATABASE_URL!);
});
const engine = useEngine();

it('announces a settle whose COMMIT succeeded and whose answer was lost, and books it once', async () => {
  const { userId } = await createAccount({ creditMicro: CREDIT });
  const heard: UserEvent[] = [];
  const tab = new AbortController();
  const watching = (async () => {
    for await (const { event } of watchUser(userId, tab.signal)) heard.push(event);
  })();
  await expect.poll(() => redis().zCard(watchersKey(userId))).toBe(1);

  const hit = proxy.killAt({
    moment: 'after',
    delayMs: 0,
    matches: (statements) => statements.some((statement) => statement.includes("THEN 'done' ELSE")),
    // The database itself stays up: only the connection is cut.
    kill: () => Promise.resolve(),
  });
  const { generationId, conversationId } = await admitMessage(
    chatSend(userId, 'Hello [[sandbox: length=5]]'),
  );
  await hit;

  await expect
    .poll(() => heard)
    .toContainEqual({ type: 'reply-ended', generationId, conversationId, state: 'done' });
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, userId);
  expect(heldMicro).toBe(0n);
  await expect.poll(() => heard).toContainEqual({ type: 'balance', balanceMicro: balanceMicro.toString() });
  const log = await redis().lRange(`reply:${generationId}:log`, 0, -1);
  const charges = await selectRows<{ amount_micro: string }>(
    AUTOCOMMIT,
    "SELECT amount_micro FROM ledger_entries WHERE kind = 'charge'",
  );
  expect(charges).toHaveLength(1);
  expect(BigInt(charges[0]!.amount_micro)).toBe(balanceMicro - CREDIT);
  expect(JSON.parse(log.at(-1)!)).toMatchObject({
    type: 'end',
    state: 'done',
    costMicro: (CREDIT - balanceMicro).toString(),
  });
  tab.abort();
  await watching;
});

it('begins a call once whose COMMIT succeeded and whose answer was lost', async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const hit = proxy.killAt({
    moment: 'after',
    delayMs: 0,
    matches: (statements) => statements.some((statement) => statement.includes('INSERT INTO generations')),
    kill: () => Promise.resolve(),
  });
  const call = callToEnd(owner, { model: TEST_MODEL, messages: [{ role: 'user', content: 'Hello' }] });
  await hit;
  const { generationId, entries } = await call;
  expect(entries.at(-1)).toMatchObject({ type: 'end', state: 'done' });
  const rows = await selectRows<{ id: string; attempt: number; charged_micro: string }>(
    AUTOCOMMIT,
    'SELECT id, attempt, charged_micro FROM generations WHERE user_id = ?',
    [owner.userId],
  );
  expect(rows).toMatchObject([{ id: generationId, attempt: 1 }]);
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, owner.userId);
  expect(heldMicro).toBe(0n);
  expect(CREDIT - balanceMicro).toBe(BigInt(rows[0]!.charged_micro));
  expect(await selectRows(AUTOCOMMIT, 'SELECT reference FROM holds')).toEqual([]);
});

const user = (content: string) => ({ role: 'user', content });

/**
 * Makes a call, and cuts the connection after the claim's COMMIT; `then` changes its rows in the database.
 */
async function callWithLostClaim(asked: object, then: (userId: string) => Promise<unknown>) {
  const owner = await createKey({ creditMicro: CREDIT });
  const hit = proxy.killAt({
    moment: 'after',
    delayMs: 0,
    matches: (statements) => statements.some((statement) => statement.includes("SET state = 'running'")),
    kill: async () => void (await then(owner.userId)),
  });
  const call = callToEnd(owner, { model: TEST_MODEL, ...asked });
  call.catch(() => undefined);
  await hit;
  return { owner, call };
}

/** As if the claim's transaction had been rolled back. */
const undo = (userId: string) =>
  change(
    AUTOCOMMIT,
    "UPDATE generations SET state = 'queued', attempt = 0, worker_id = NULL WHERE user_id = ?",
    [userId],
  );

/** Another run of the worker, whose heartbeats show that it has checked the rows of its runs. */
async function neighbour() {
  const { generationId, end } = await beginCall(
    await createKey(),
    'Wait [[sandbox: gate=neighbour length=1]]',
  );
  const heartbeat = async () => (await columnsOf(generationId))?.['heartbeat_at'];
  const gate = sandboxGate(engine.sandbox().url, 'neighbour');
  await expect.poll(gate.waiting).toBe(1);
  return {
    async hasLooked() {
      for (let looks = 0; looks < 2; looks += 1) {
        const before = await heartbeat();
        await expect.poll(heartbeat).not.toEqual(before);
      }
    },
    async end() {
      await gate.open();
      await end();
    },
  };
}

it.each([
  ['was done', () => Promise.resolve(), false],
  ['was not done', undo, false],
  ['was not done, as a heartbeat saw too', undo, true],
])(
  'calls a provider once if the answer to the COMMIT of a claim is lost, which %s',
  async (_what, then, isSeen) => {
    const other = await neighbour();
    const { owner, call } = await callWithLostClaim(
      { messages: [user('Hello [[sandbox: length=5]]')] },
      async (userId) => {
        await then(userId);
        if (isSeen) await other.hasLooked();
      },
    );
    const { generationId, entries } = await call;
    await other.end();
    expect(entries.at(-1)).toMatchObject({ type: 'end', state: 'done' });
    const rows = await selectRows<{ id: string; attempt: number; state: string; charged_micro: string }>(
      AUTOCOMMIT,
      'SELECT id, attempt, state, charged_micro FROM generations WHERE user_id = ?',
      [owner.userId],
    );
    expect(rows).toMatchObject([{ id: generationId, attempt: 1, state: 'done' }]);
    const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, owner.userId);
    expect(heldMicro).toBe(0n);
    expect(CREDIT - balanceMicro).toBe(BigInt(rows[0]!.charged_micro));
    const asked = engine.sandbox().requests();
    expect(asked.filter(({ body }) => JSON.stringify(body).includes('Hello'))).toHaveLength(1);
  },
);

it.each([
  ['a stream', { stream: true, messages: [user('Hello [[sandbox: length=500 pace=20]]')] }],
  ['an answer in one piece', { messages: [user('Hello [[sandbox: length=500 pace=20]]')] }],
])('outputs nothing of a run whose claim another worker has, and hangs up: %s', async (_what, asked) => {
  const { owner } = await callWithLostClaim(asked, () =>
    change(AUTOCOMMIT, "UPDATE generations SET worker_id = 'another', heartbeat_at = NOW(3)"),
  );
  await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeGreaterThan(0);
  const rows = await selectRows<{ id: string; worker_id: string; state: string }>(
    AUTOCOMMIT,
    'SELECT id, worker_id, state FROM generations WHERE user_id = ?',
    [owner.userId],
  );
  expect(rows).toMatchObject([{ worker_id: 'another', state: 'running' }]);
  expect(await redis().lLen(`reply:${rows[0]!.id}:log`)).toBe(0);
});
