import OpenAI, { NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from './start-sandbox.ts';
import { countText } from './tokens.ts';

// Checks the sandbox's wire with OpenAI's own client: its stream helper is stricter than a parser.
let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
  client = new OpenAI({ apiKey: 'key', baseURL: sandbox.url, maxRetries: 0 });
});
afterAll(() => sandbox.close());

describe('the official client', () => {
  it('assembles a streamed answer with its tool call and usage', async () => {
    const stream = client.chat.completions.stream({
      model: 'sandbox-ok',
      messages: [{ role: 'user', content: '2+2 [[sandbox: text="Wait." finish=tool_calls]]' }],
      tools: [{ type: 'function', function: { name: 'add', parameters: { type: 'object' } } }],
      stream_options: { include_usage: true },
    });
    const answer = await stream.finalChatCompletion();
    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ type: 'function', function: { name: 'add', arguments: '{"input":"2+2"}' } }],
      },
    });
    expect(answer.usage?.completion_tokens).toBe(
      countText('Wait.') + countText('add') + countText('{"input":"2+2"}'),
    );
  });

  it('reads an unstreamed answer, the list of models and one of them', async () => {
    const answer = await client.chat.completions.create({
      model: 'sandbox-ok',
      messages: [{ role: 'user', content: '[[sandbox: text="Hello"]]' }],
    });
    expect(answer.choices[0]?.message.content).toBe('Hello');
    const { data: models } = await client.models.list();
    expect(models.map(({ id }) => id)).toContain('sandbox-small');
    expect(await client.models.retrieve('sandbox-small')).toMatchObject({ object: 'model' });
    await expect(client.models.retrieve('nobody')).rejects.toThrow(NotFoundError);
  });

  it('gets the same vector for the same text in either encoding', async () => {
    const ask = (encoding_format: 'float' | 'base64' | undefined, input: string | number[]) =>
      client.embeddings.create({ model: 'sandbox-embedding', input, dimensions: 24, encoding_format });
    const floats = (await ask('float', 'river')).data[0]?.embedding ?? [];
    expect(floats).toHaveLength(24);
    expect(Math.hypot(...floats)).toBeCloseTo(1, 5);
    expect((await ask(undefined, 'river')).data[0]?.embedding).toEqual(floats);
    expect((await ask('float', 'bridge')).data[0]?.embedding).not.toEqual(floats);
    expect((await ask('float', [1, 2, 3])).usage).toEqual({ prompt_tokens: 3, total_tokens: 3 });
  });
});
