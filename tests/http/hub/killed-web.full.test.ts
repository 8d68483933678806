import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';
import { useWeb } from '#tests/setup/web.ts';

const engine = useEngine();
const web = useWeb();

it('a retry of a stream gets it from its first token after its web process was killed', async () => {
  const other = await startWebProcess();
  const owner = await createKey();
  const begin = (origin: string, retry: number) => {
    const client = new OpenAI({ apiKey: owner.value, baseURL: `${origin}/api/v1`, maxRetries: 0 });
    const content = '[[sandbox: length=120 gate=held hold=20]]';
    return client.chat.completions.create(
      { model: TEST_MODEL, messages: [{ role: 'user', content }], stream: true },
      { headers: { 'x-stainless-retry-count': String(retry) } },
    );
  };
  let said = '';
  const reading = (async () => {
    for await (const { choices } of await begin(other.origin, 0)) {
      said += choices[0]?.delta.content ?? '';
      if (said !== '') await other.stop('SIGKILL');
    }
  })();
  await expect(reading).rejects.toBeInstanceOf(Error);
  const again = await begin(web.origin(), 1);
  await sandboxGate(engine.sandbox().url, 'held').open();
  let whole = '';
  for await (const { choices } of again) whole += choices[0]?.delta.content ?? '';
  expect(whole.startsWith(said)).toBe(true);
  expect(whole.length).toBeGreaterThan(said.length);
  expect(engine.sandbox().requests()).toHaveLength(1);
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, owner.userId);
  const [row, ...others] = await selectRows<{ charged_micro: string }>(
    AUTOCOMMIT,
    "SELECT charged_micro FROM generations WHERE state = 'done'",
  );
  expect(others).toEqual([]);
  expect(heldMicro).toBe(0n);
  expect(1_000_000n - balanceMicro).toBe(BigInt(row!.charged_micro));
});
