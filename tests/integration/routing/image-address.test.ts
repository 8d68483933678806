import { beforeEach, describe, expect, it } from 'vitest';
import { planCall } from '#app/core/generation/plan/plan.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { apiCall } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { useEngine } from '#tests/setup/engine.ts';

// The sandbox is on loopback; its second provider, which is not called here, on the internet.
process.env['SANDBOX_B_BASE_URL'] = 'https://provider.example.com/v1';
const engine = useEngine();

const ADDRESS = 'https://example.com/a.png';
const DATA = 'data:image/png;base64,iVBORw0KGgo=';
const seeing = { supports: ['text-to-text', 'image-to-text'] as const, capabilities: [] };

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  await createModel({ id: 'sandbox/here', ...seeing });
  const price = { rules: [{ rates: { input: 50_000_000n, output: 50_000_000n } }] };
  const offers = [{ provider: 'sandbox' }, { provider: 'sandbox-b', price }];
  await createModel({ id: 'sandbox/both', ...seeing, offers });
  owner = await createKey();
});

const call = (model: string, url: string) => ({
  model,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
});

async function planned(model: string, url: string) {
  const { generation } = await planCall(apiCall(owner, call(model, url)));
  const dropped = generation.routing!.dropped.map(({ provider, reason }) => [provider, reason]);
  return { providers: generation.route.map(({ provider }) => provider).toSorted(), dropped };
}

describe('an image by address', () => {
  it('is sent only to providers on the public internet', async () => {
    expect(await planned('sandbox/both', ADDRESS)).toEqual({
      providers: ['sandbox-b'],
      dropped: [['sandbox', 'picture_address']],
    });
    expect((await planned('sandbox/both', DATA)).providers).toEqual(['sandbox', 'sandbox-b']);
  });

  it('is refused by its field if no other provider serves the model, and holds nothing', async () => {
    await expect(callToEnd(owner, call('sandbox/here', ADDRESS))).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'messages[0].content[1].image_url.url',
      message: expect.stringContaining('data:') as string,
    });
    expect(await readBalance(AUTOCOMMIT, owner.userId)).toMatchObject({ heldMicro: 0n });
    expect(engine.sandbox().requests()).toEqual([]);
  });
});
