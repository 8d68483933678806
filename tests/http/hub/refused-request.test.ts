import OpenAI, { APIError, BadRequestError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

const engine = useEngine();
const web = useWeb();

const MODEL = 'sandbox/two-providers';
let owner: Awaited<ReturnType<typeof createKey>>;

beforeEach(async () => {
  await createModel({ id: MODEL, offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b' }] });
  owner = await createKey();
});

/** In this order, and not drawn by price: the first provider is the one that refuses. */
const IN_ORDER = { provider: { order: ['sandbox', 'sandbox-b'] } };

function ask(directive: string, stream: boolean): Promise<unknown> {
  const client = new OpenAI({ apiKey: owner.value, baseURL: `${web.origin()}/api/v1`, maxRetries: 2 });
  const content = `Hi [[sandbox: ${directive}]]`;
  return client.chat.completions
    .create({ model: MODEL, messages: [{ role: 'user', content }], stream, ...IN_ORDER })
    .catch((thrown: unknown) => thrown);
}

/** Nothing is held and nothing was taken. */
async function expectUncharged(): Promise<void> {
  await expect.poll(async () => (await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
  expect((await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro).toBe(1_000_000n);
}

describe.each([false, true])('a request that a provider refuses (streamed: %s)', (stream) => {
  it('is the caller’s to mend: 400 with the provider’s words and field, asked once, uncharged', async () => {
    const error = await ask('fault=400', stream);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'provider_rejected',
      param: 'messages',
      message: expect.stringContaining("Invalid value for 'messages'."),
    });
    expect((error as APIError).requestID).toBeTruthy();
    expect(engine.sandbox().requests()).toHaveLength(1);
    await expectUncharged();
  });

  it('is not the caller’s fault where the provider forbids it to us: another is asked', async () => {
    const answer = await ask('at=sandbox fault=403]] [[sandbox: text="Fine"', stream);
    expect(answer).not.toBeInstanceOf(APIError);
    const asked = engine.sandbox().requests();
    expect(asked.map(({ provider }) => provider)).toEqual(['sandbox', 'sandbox-b']);
  });

  it('is our trouble when everyone forbids it', async () => {
    const error = await ask('fault=403', stream);
    expect(error).toMatchObject({ status: 502, code: 'provider_unavailable', param: null });
    await expectUncharged();
  });
});
