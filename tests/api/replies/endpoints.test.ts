import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { hearFinal } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const SHARED = 'sandbox/shared';
const ALONE = 'sandbox/alone';
const AZURE = { provider: 'sandbox-azure', upstreamModel: 'sandbox-small' };
const OTHER = { provider: 'sandbox', upstreamModel: 'sandbox-small' };
const TEXT = 'Rivers [[sandbox: text="They flow."]]';

beforeEach(async () => {
  await createModel({ id: SHARED, offers: [OTHER, AZURE] });
  await createModel({ id: ALONE, offers: [OTHER] });
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const ask = (endpoint: string, body: object) =>
    call(`/api/ask/${endpoint}`, jsonPost({ text: TEXT, ...body }));
  const lists = async () => (await (await call('/api/models')).json()) as Record<string, string[]>;
  return { ask, lists };
}

/** Paths of the provider's requests for replies. */
const paths = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ body }) => {
      const { max_tokens: most, max_completion_tokens: cap } = body as Record<string, number | undefined>;
      // Titles have a small limit of their own.
      return (most ?? cap ?? 0) > 64;
    })
    .map(({ path }) => path);

describe('the endpoints of the chat', () => {
  it('share a model, and each is answered by its own providers', async () => {
    const { ask, lists } = await newCaller();
    const { openAI = [], azureOpenAI = [] } = await lists();
    expect(openAI).toEqual(expect.arrayContaining([SHARED, ALONE]));
    expect(azureOpenAI).toContain(SHARED);
    expect(azureOpenAI).not.toContain(ALONE);
    const answer = await hearFinal(await ask('azureOpenAI', { model: SHARED, temperature: 0.5 }));
    expect(answer.conversation).toMatchObject({ endpoint: 'azureOpenAI', model: SHARED, temperature: 0.5 });
    expect(answer.responseMessage).toMatchObject({ endpoint: 'azureOpenAI', text: 'They flow.' });
    expect(paths()).toEqual([expect.stringContaining('/openai/')]);
  });

  it('refuse a model that they do not serve', async () => {
    const { ask } = await newCaller();
    for (const [endpoint, model] of [
      ['azureOpenAI', ALONE],
      ['anthropic', SHARED],
      ['google', SHARED],
    ] as const) {
      const refused = await ask(endpoint, { model });
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } });
    }
    expect(paths()).toEqual([]);
  });
});
