import { expect, it } from 'vitest';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

interface Quote {
  input_tokens: number;
  least_micro: number;
  most_micro: number;
  candidates: { provider: string; least_micro: number; most_micro: number }[];
}

async function quote(key: string, body: object) {
  const answer = await postJson(`${api.origin()}/api/v1/quote`, body, { bearer: key });
  return { status: answer.status, body: (await answer.json()) as Quote };
}

/** The web process reads the catalogue once a second. */
const isKnown = async (model: string) => (await fetch(`${api.origin()}/api/v1/models/${model}`)).ok;

const messages = [{ role: 'user', content: 'Count to ten. [[sandbox: length=10]]' }];

it('covers the later cost of the call, and equals its hold', async () => {
  const owner = await createKey();
  const call = { model: TEST_MODEL, messages, max_tokens: 100 };
  const { status, body } = await quote(owner.value, call);
  expect(status).toBe(200);
  // One micro-dollar per prompt token, four per output token.
  const { input_tokens: input } = body;
  expect(input).toBeGreaterThan(10);
  expect(body).toMatchObject({
    object: 'quote',
    max_output_tokens: 100,
    least_micro: input + 4,
    most_micro: input + 400,
    most: `0.000${input + 400}`,
    candidates: [
      {
        model: TEST_MODEL,
        provider: 'sandbox',
        input_tokens: input,
        max_output_tokens: 100,
        parameters_left_out: [],
        price: { tariff: [{ rates: { prompt: '0.000001', completion: '0.000004' } }] },
      },
    ],
  });
  expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM generations'), 'nothing is stored').toEqual([]);
  expect((await readBalance(AUTOCOMMIT, owner.userId)).heldMicro, 'nothing is held').toBe(0n);

  const { generationId } = await callToEnd(owner, call);
  const receipt = await readReceipt(AUTOCOMMIT, { userId: owner.userId, generationId });
  expect(Number(receipt.heldMicro)).toBe(body.most_micro);
  expect(Number(receipt.chargedMicro)).toBeGreaterThan(0);
  expect(Number(receipt.chargedMicro)).toBeLessThanOrEqual(body.most_micro);
});

it('lists every offer in its routing order, and spans them all', async () => {
  const dear = { rules: [{ rates: { input: 3_000_000n, output: 9_000_000n } }] };
  const offers = [{ provider: 'sandbox-b', price: dear }, { provider: 'sandbox' }];
  const model = await createModel({ id: 'sandbox/two', offers });
  await expect.poll(() => isKnown(model)).toBe(true);
  const owner = await createKey();
  const { body } = await quote(owner.value, { model, messages, max_tokens: 10, provider: { sort: 'price' } });
  const [cheap, other] = body.candidates;
  expect(body.candidates.map(({ provider }) => provider)).toEqual(['sandbox', 'sandbox-b']);
  expect(body.least_micro).toBe(cheap?.least_micro);
  expect(body.most_micro).toBe(other?.most_micro);
  expect(other?.most_micro).toBe(3 * body.input_tokens + 90);
  const alone = {
    model,
    messages,
    max_tokens: 10,
    provider: { order: ['sandbox-b'], allow_fallbacks: false },
  };
  const only = (await quote(owner.value, alone)).body;
  expect(only.candidates).toEqual([other]);
});

it('refuses the same calls as the call itself', async () => {
  const owner = await createKey({ models: [TEST_MODEL] });
  const model = await createModel({ id: 'sandbox/forbidden' });
  await expect.poll(() => isKnown(model)).toBe(true);
  const refusals = [
    await quote(owner.value, { model: 'nobody/knows', messages }),
    await quote(owner.value, { model, messages }),
    await quote(owner.value, { model: TEST_MODEL, messages: [] }),
    await quote('sk-wrong', { model: TEST_MODEL, messages }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 403, 400, 401]);
});
