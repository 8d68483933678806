import OpenAI, { APIError, BadRequestError } from 'openai';
import type { CompletionCreateParamsBase } from 'openai/resources/completions';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

// OpenAI's older call, by its official client.
const engine = useEngine();
const api = useApi();

let owner: Awaited<ReturnType<typeof createKey>>;
let client: OpenAI;
beforeEach(async () => {
  owner = await createKey();
  client = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

const ask = (directive: string) => ({ model: TEST_MODEL, prompt: `Rome [[sandbox: ${directive}]]` });
const spent = async () => Number(1_000_000n - (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro);

describe('a text completion', () => {
  it('is a text, with its usage, and is charged by it', async () => {
    const { prompt, ...rest } = ask('text="Hi there"');
    const answer = await client.completions.create({ ...rest, prompt: [prompt], temperature: 0 });
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^cmpl-/) as string,
      object: 'text_completion',
      model: TEST_MODEL,
      choices: [{ index: 0, text: 'Hi there', logprobs: null, finish_reason: 'stop' }],
    });
    const { prompt_tokens, completion_tokens } = answer.usage!;
    expect(await spent()).toBe(prompt_tokens + 4 * completion_tokens);
    const receipt = await client.get<{ charged_micro: number }>(`/generation?id=${answer.id}`);
    expect(receipt.charged_micro).toBe(await spent());
    expect(engine.sandbox().requests()[0]?.body).toMatchObject({
      messages: [{ role: 'user', content: prompt }],
    });
  });

  it('comes as a stream, with its usage in one more piece', async () => {
    const options = { stream: true as const, stream_options: { include_usage: true }, max_tokens: 12 };
    const chunks: OpenAI.Completion[] = [];
    for await (const chunk of await client.completions.create({ ...ask('length=40'), ...options }))
      chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(4);
    expect(chunks.every(({ object }) => object === 'text_completion')).toBe(true);
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ text: '', finish_reason: 'length' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 12 } });
  });

  it('may have several choices', async () => {
    const { choices } = await client.completions.create({ ...ask('text=Hi'), n: 2, best_of: 1, echo: false });
    expect(choices.map(({ text, index }) => [index, text])).toEqual([
      [0, 'Hi'],
      [1, 'Hi'],
    ]);
  });

  const bad: [string, Partial<CompletionCreateParamsBase>][] = [
    ['prompt', { prompt: ['one', 'two'] }],
    ['prompt', { prompt: [1, 2] }],
    ['prompt', { prompt: '' }],
    ['suffix', { suffix: 'end' }],
    ['logprobs', { logprobs: 2 }],
    ['best_of', { best_of: 2 }],
    ['echo', { echo: true }],
    ['n', { n: 1000 }],
    ['stream_options', { stream_options: { include_usage: true } }],
  ];
  it.each(bad)('is refused by the unsupported field: %s %j', async (param, fields) => {
    const body = { ...ask('text=Hi'), ...fields } as OpenAI.CompletionCreateParamsNonStreaming;
    const refusal: unknown = await client.completions.create(body).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BadRequestError);
    expect((refusal as BadRequestError).param).toBe(param);
    expect(engine.sandbox().requests()).toHaveLength(0);
  });

  it('fails like every call: by its prompt, at its provider, in mid-stream', async () => {
    const failing = async (body: OpenAI.CompletionCreateParamsNonStreaming) => {
      const error: unknown = await client.completions.create(body).catch((thrown: unknown) => thrown);
      const { status, param, code } = error as APIError;
      return { status: status as number, param, code };
    };
    const long = { model: TEST_MODEL, prompt: 'word '.repeat(140_000) };
    expect(await failing(long)).toEqual({ status: 400, param: 'prompt', code: 'context_length_exceeded' });
    expect(await failing(ask('fault=context'))).toMatchObject({ status: 400, param: 'prompt' });
    expect(await failing(ask('fault=500'))).toMatchObject({ status: 502 });
    expect(await spent()).toBe(0);
    const stream = await client.completions.create({ ...ask('length=40 fault=error-mid'), stream: true });
    let text = '';
    const reading = (async () => {
      for await (const { choices } of stream) text += choices[0]?.text ?? '';
    })();
    await expect(reading).rejects.toBeInstanceOf(APIError);
    expect(text).not.toBe('');
    await expect.poll(spent).toBeGreaterThan(0);
  });
});
