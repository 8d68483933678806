import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

const engine = useEngine();
const api = useApi();

const CREDIT = 1_000_000n;
const SECONDS = 10;
const VIDEO = mp4({ seconds: SECONDS }).toString('base64');
const DATA = `data:video/mp4;base64,${VIDEO}`;
const PRICE = { rules: [{ rates: { input: 1_000_000n, audioInput: 3_000_000n, output: 4_000_000n } }] };
const WATCHING = { supports: ['text-to-text', 'image-to-text', 'video-to-text'] as const };

/** Models with video input, by their wire. */
const MODELS = {
  google: 'sandbox/watching-google',
  openai: 'sandbox/watching-openai',
};

let owner: Awaited<ReturnType<typeof createKey>>;

beforeEach(async () => {
  await createModel({
    ...WATCHING,
    id: MODELS.google,
    endpoint: 'google',
    offers: [{ provider: 'sandbox-generate', upstreamModel: 'gemini-2.5-flash-sandbox', price: PRICE }],
  });
  await createModel({ ...WATCHING, id: MODELS.openai, offers: [{ provider: 'sandbox', price: PRICE }] });
  owner = await createKey();
});

interface Answer {
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    prompt_tokens_details: { audio_tokens?: number };
  };
  error: { code: string; param: string; message: string };
}

async function post(path: string, body: object): Promise<{ status: number; json: Answer }> {
  const authorization = `Bearer ${owner.value}`;
  const answer = await fetch(`${api.origin()}${path}`, jsonPost(body, { headers: { authorization } }));
  return { status: answer.status, json: (await answer.json()) as Answer };
}

const ask = (model: string, part: object, directive = 'text="A cat."') =>
  post('/api/v1/chat/completions', {
    model,
    max_tokens: 50,
    messages: [
      { role: 'user', content: [{ type: 'text', text: `What happens? [[sandbox: ${directive}]]` }, part] },
    ],
  });

async function spent(): Promise<bigint> {
  await expect.poll(async () => (await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
  return CREDIT - (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;
}

const sent = () => JSON.stringify(engine.sandbox().requests().at(-1)?.body);

describe('a video in a call', () => {
  it.each([
    ['video_url', { type: 'video_url', video_url: { url: DATA } }],
    ['file', { type: 'file', file: { file_data: DATA, filename: 'a.mp4' } }],
  ])('reaches Gemini as %s and is charged by its rules for frames and sound', async (_type, part) => {
    const { status, json } = await ask(MODELS.google, part);
    expect(status).toBe(200);
    expect(sent()).toContain(`"inlineData":{"mimeType":"video/mp4","data":"${VIDEO}"}`);
    const { prompt_tokens: prompt, completion_tokens: completion } = json.usage;
    const sound = SECONDS * 32;
    expect(prompt).toBeGreaterThan(SECONDS * 258 + sound);
    expect(await spent()).toBe(BigInt(prompt - sound + 3 * sound + 4 * completion));
  });

  it('reaches a host of open models as video_url, from each of the dialects that accept one', async () => {
    const url = `"type":"video_url","video_url":{"url":"${DATA}"}`;
    expect((await ask(MODELS.openai, { type: 'input_video', video_url: { url: DATA } })).status).toBe(200);
    expect(sent()).toContain(url);
    for (const part of [
      { type: 'input_video', video_url: DATA },
      { type: 'input_file', file_data: DATA },
    ]) {
      const input = [{ role: 'user', content: [{ type: 'input_text', text: 'What happens?' }, part] }];
      expect(
        (await post('/v1/responses', { model: MODELS.openai, input, max_output_tokens: 50 })).status,
      ).toBe(200);
      expect(sent()).toContain(url);
    }
  });

  it('is charged by its length if the provider reports no usage', async () => {
    const { json } = await ask(
      MODELS.openai,
      { type: 'video_url', video_url: { url: DATA } },
      'usage=missing',
    );
    expect(json.usage.prompt_tokens).toBeGreaterThan((SECONDS + 1) * 300);
    expect(await spent()).toBe(BigInt(json.usage.prompt_tokens + 4 * json.usage.completion_tokens));
  });

  it.each([
    [
      'for a model that takes none',
      TEST_MODEL,
      DATA,
      'does not take videos',
      422,
      'unsupported_modality',
      'messages',
    ],
    [
      'at an address',
      MODELS.google,
      'https://example.com/a.mp4',
      'videos at addresses are not fetched',
      400,
      'invalid_request',
      'messages[0].content[1].video_url.url',
    ],
    [
      'that says no length',
      MODELS.google,
      `data:video/mp4;base64,${mp4({ seconds: 0 }).toString('base64')}`,
      'says how long it is',
      400,
      'invalid_request',
      'messages[0].content[1]',
    ],
    [
      'longer than the window',
      MODELS.google,
      `data:video/mp4;base64,${mp4({ seconds: 3600 }).toString('base64')}`,
      'maximum context length',
      400,
      'context_length_exceeded',
      'messages',
    ],
  ])(
    '%s is refused by its field; no provider is called, nothing is held',
    async (_name, model, url, words, ...refusal) => {
      const { status, json } = await ask(model, { type: 'video_url', video_url: { url } });
      expect([status, json.error.code, json.error.param]).toEqual(refusal);
      expect(json.error.message).toContain(words);
      expect(engine.sandbox().requests()).toEqual([]);
      expect(await spent()).toBe(0n);
    },
  );

  it('is not on offer if no wire of the model can send one, whatever its row says', async () => {
    const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
    const model = await createModel({ ...WATCHING, id: 'sandbox/claims', endpoint: 'anthropic', offers });
    const listed = await fetch(`${api.origin()}/api/v1/models/${model}`);
    expect(await listed.json()).toMatchObject({ architecture: { input_modalities: ['text', 'image'] } });
    const { status } = await ask(model, { type: 'video_url', video_url: { url: DATA } });
    expect(status).toBe(422);
    expect(engine.sandbox().requests()).toEqual([]);
  });
});
