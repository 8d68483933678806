import Anthropic, { BadRequestError, NotFoundError } from '@anthropic-ai/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

// Calls of Anthropic clients besides messages: counts, and models.
const engine = useEngine();
const api = useApi();

const CLAUDE = 'anthropic/claude-sonnet-4.5';
let owner: Awaited<ReturnType<typeof createKey>>;
let client: Anthropic;
beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: CLAUDE, name: 'Claude Sonnet 4.5', endpoint: 'anthropic', offers });
  await createModel({ id: 'sandbox/vectors', supports: ['text-to-embedding'] });
  owner = await createKey();
  client = new Anthropic({ apiKey: owner.value, baseURL: `${api.origin()}/api`, maxRetries: 0 });
  // The web process reads the catalogue once a second.
  await vi.waitUntil(async () => (await idsOf({})).includes(CLAUDE), 20_000);
});

async function idsOf(query: Anthropic.ModelListParams): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of client.models.list(query)) ids.push(id);
  return ids;
}

describe('count_tokens', () => {
  const prompt = { model: TEST_MODEL, messages: [{ role: 'user' as const, content: 'Say hello.' }] };

  it('counts as a call would be admitted, tools and instructions too, and is free', async () => {
    const { input_tokens: bare } = await client.messages.countTokens(prompt);
    const tools = [{ name: 'clock', input_schema: { type: 'object' as const } }];
    const { input_tokens: more } = await client.messages.countTokens({
      ...prompt,
      tools,
      system: 'Be brief.',
    });
    expect(bare).toBeGreaterThan(5);
    expect(more).toBeGreaterThan(bare + 5);
    const stream = client.messages.stream({ ...prompt, max_tokens: 50 });
    const begun = await new Promise<number>((resolve) =>
      stream.on('streamEvent', (event) => {
        if (event.type === 'message_start') resolve(event.message.usage.input_tokens);
      }),
    );
    await stream.done();
    expect(begun).toBe(bare);
    const { balanceMicro } = await readBalance(AUTOCOMMIT, owner.userId);
    await client.messages.countTokens(prompt);
    expect((await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro).toBe(balanceMicro);
    expect(engine.sandbox().requests()).toHaveLength(1);
  });

  it('counts texts that exceed every context window, and refuses unreadable ones', async () => {
    const content = 'word '.repeat(140_000);
    const long = { model: TEST_MODEL, messages: [{ role: 'user' as const, content }] };
    expect((await client.messages.countTokens(long)).input_tokens).toBeGreaterThan(128_000);
    await expect(client.messages.countTokens({ ...prompt, model: 'claude-nobody-9' })).rejects.toBeInstanceOf(
      NotFoundError,
    );
    await expect(client.messages.countTokens({ ...prompt, messages: [] })).rejects.toBeInstanceOf(
      BadRequestError,
    );
  });
});

describe('the models', () => {
  it('are those with text output, page by page in both directions', async () => {
    const all = await idsOf({});
    expect(all).toContain(TEST_MODEL);
    expect(all).not.toContain('sandbox/vectors');
    expect(await idsOf({ limit: 1 })).toEqual(all);
    const last = all.at(-1)!;
    const before = await client.models.list({ before_id: last, limit: 1 });
    expect(before.data.map(({ id }) => id)).toEqual([all.at(-2)]);
    expect(before.has_more).toBe(all.length > 2);
    await expect(idsOf({ after_id: 'nobody/knows' })).rejects.toBeInstanceOf(BadRequestError);
  });

  it('have the facts that such clients read, and one is found by its maker’s name', async () => {
    expect(await client.models.retrieve('claude-sonnet-4-5-20250929')).toMatchObject({
      type: 'model',
      id: CLAUDE,
      display_name: 'Claude Sonnet 4.5',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/) as string,
      max_input_tokens: 128_000,
      max_tokens: 16_384,
    });
    await expect(client.models.retrieve('claude-nobody-9')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('are answered in OpenAI’s form for all other clients', async () => {
    const answer = await fetch(`${api.origin()}/api/v1/models`);
    expect(await answer.json()).toMatchObject({ object: 'list' });
  });
});

describe('a model by its maker’s own name', () => {
  it.each([
    'claude-sonnet-4-5-20250929',
    'claude-sonnet-4-5',
    'claude-sonnet-4.5',
    'claude-sonnet-4-5-latest',
    'anthropic/claude-sonnet-4-5',
  ])('answers: %s', async (model) => {
    const messages = [{ role: 'user' as const, content: '[[sandbox: text=Hi]]' }];
    expect((await client.messages.create({ model, max_tokens: 50, messages })).model).toBe(CLAUDE);
  });

  it.each(['claude-sonnet-4', 'claude-sonnet-4-5-2025', 'sonnet-4-5', 'openai/claude-sonnet-4-5'])(
    'is not confused with another: %s',
    async (model) => {
      const messages = [{ role: 'user' as const, content: 'Hi' }];
      const asking = client.messages.create({ model, max_tokens: 50, messages });
      await expect(asking).rejects.toBeInstanceOf(NotFoundError);
    },
  );
});
