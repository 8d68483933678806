import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { toAppError } from '#app/http/error-response.ts';
import { selectRow } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { beginCall, callToEnd } from '#tests/fixtures/engine-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();

/** Ten leases of a run. */
const LOCKED_MS = 20_000;
const NEIGHBOURS = 24;
/** A batch waits once, for a second, with a caller that needs a locked row. */
const SOON_MS = 5000;
const WORDS = 'Good morning to you';

const body = {
  model: TEST_MODEL,
  messages: [{ role: 'user', content: `[[sandbox: text="${WORDS}" pace=0]]` }],
};

it('blocks only callers that need a row of an account and a run that are locked for twenty seconds', async () => {
  const [owner, neighbour] = [await createKey(), await createKey({ creditMicro: 1_000_000_000n })];
  const gate = sandboxGate(engine.sandbox().url, 'locked');
  const growing = `[[sandbox: text="${WORDS}" pace=0 gate=locked hold=2]]`;
  const kept = await beginCall(owner, growing);
  const others = [];
  for (let count = 0; count < NEIGHBOURS; count += 1) others.push(await beginCall(neighbour, growing));
  await expect.poll(gate.waiting).toBe(NEIGHBOURS + 1);

  const waits: number[] = [];
  let refusedMs = 0;
  await transaction(async (tx) => {
    const account = await selectRow<{ id: string }>(tx, 'SELECT id FROM accounts WHERE user_id = ?', [
      owner.userId,
    ]);
    await lockAccounts(tx, [account!.id]);
    await selectRow(tx, 'SELECT id FROM generations WHERE id = ? FOR UPDATE', [kept.generationId]);
    const since = performance.now();
    const refused = callToEnd(owner, body).then(
      () => null,
      (error: unknown) => {
        refusedMs = performance.now() - since;
        return toAppError(error, 'request-of-the-test');
      },
    );
    while (performance.now() - since < LOCKED_MS) {
      const asked = performance.now();
      expect((await callToEnd(neighbour, body)).text).toBe(WORDS);
      waits.push(performance.now() - asked);
      await sleep(200);
    }
    expect(await refused).toMatchObject({ status: 503, retryAfterSeconds: 2 });
  });
  const back = performance.now();
  await gate.open(NEIGHBOURS + 1);
  for (const call of [kept, ...others]) {
    expect(await call.end()).toMatchObject({ text: WORDS, end: { state: 'done' } });
    expect(await columnsOf(call.generationId)).toMatchObject({ attempt: 1 });
  }
  const recoveredMs = performance.now() - back;
  const charged = [
    1_000_000n - (await soundBalance(owner.userId)),
    1_000_000_000n - (await soundBalance(neighbour.userId)),
  ];
  process.stdout.write(
    `Rows locked for ${LOCKED_MS / 1000} s: ${waits.length} calls of neighbours took ${Math.round(Math.max(...waits))} ms at most, ` +
      `the account's own was refused after ${Math.round(refusedMs)} ms, ${NEIGHBOURS + 1} runs went on and ended ` +
      `${Math.round(recoveredMs)} ms after that, charged ${charged.join(' and ')} micro-dollars\n`,
  );
  expect(Math.max(...waits)).toBeLessThan(SOON_MS);
  expect(refusedMs).toBeLessThan(2 * SOON_MS);
}, 120_000);
