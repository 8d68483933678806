import OpenAI, { APIError, BadRequestError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const MODEL = 'sandbox/two-providers';
const SEEING = 'sandbox/seeing';
let owner: Awaited<ReturnType<typeof createKey>>;

beforeEach(async () => {
  await createModel({ id: MODEL, offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b' }] });
  await createModel({ id: SEEING, supports: ['text-to-text', 'image-to-text'] });
  owner = await createKey();
});

/** In this order, and not drawn by price: the first provider is the one that refuses. */
const IN_ORDER = { provider: { order: ['sandbox', 'sandbox-b'] } };

function ask(directive: string, stream: boolean): Promise<unknown> {
  const client = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 2 });
  const content = `Hi [[sandbox: ${directive}]]`;
  return client.chat.completions
    .create({ model: MODEL, messages: [{ role: 'user', content }], stream, ...IN_ORDER })
    .catch((thrown: unknown) => thrown);
}

/** Nothing is held and nothing was charged. */
async function expectUncharged(): Promise<void> {
  await expect.poll(async () => (await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
  expect((await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro).toBe(1_000_000n);
}

/** The error of OpenAI's client for a call with an image. */
function show(url: string): Promise<unknown> {
  const client = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 2 });
  const content = [
    { type: 'text' as const, text: 'What is this?' },
    { type: 'image_url' as const, image_url: { url } },
  ];
  return client.chat.completions
    .create({ model: SEEING, messages: [{ role: 'user', content }] })
    .catch((thrown: unknown) => thrown);
}

describe('an image by address', () => {
  it.each([
    ['that only the provider can reach', 'http://169.254.169.254/latest/meta-data', 'public internet'],
    ['on the net, for a provider in our own network', 'https://example.com/a.png', 'data:'],
  ])('%s is refused by its field, and no provider is called', async (_name, url, words) => {
    const error = await show(url);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      code: 'invalid_request',
      param: 'messages[0].content[1].image_url.url',
      message: expect.stringContaining(words),
    });
    expect(engine.sandbox().requests()).toEqual([]);
    await expectUncharged();
  });
});

describe.each([false, true])('a request that a provider refuses (streamed: %s)', (stream) => {
  it('is the caller’s to fix: 400 with the provider’s text and field, called once, uncharged', async () => {
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

  it('is not the caller’s fault if the provider forbids it to us: another is called', async () => {
    const answer = await ask('at=sandbox fault=403]] [[sandbox: text="Fine"', stream);
    expect(answer).not.toBeInstanceOf(APIError);
    const asked = engine.sandbox().requests();
    expect(asked.map(({ provider }) => provider)).toEqual(['sandbox', 'sandbox-b']);
  });

  it('is our error when every provider forbids it', async () => {
    const error = await ask('fault=403', stream);
    expect(error).toMatchObject({ status: 502, code: 'provider_unavailable', param: null });
    await expectUncharged();
  });
});
