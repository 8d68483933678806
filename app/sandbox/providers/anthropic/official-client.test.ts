import Anthropic, { AuthenticationError, BadRequestError } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import { countPrompt, countText } from '../tokens.ts';

// Checks the sandbox's Messages wire with Anthropic's own client.
let sandbox: Sandbox;
let client: Anthropic;

const HEADERS = { 'anthropic-version': '2023-06-01', 'x-api-key': 'key', authorization: null };

beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
  const baseURL = sandbox.url.replace('/v1', '');
  client = new Anthropic({ apiKey: 'key', baseURL, maxRetries: 0, defaultHeaders: HEADERS });
});
afterAll(() => sandbox.close());

const tools = [{ name: 'add', input_schema: { type: 'object' as const } }];
type Params = Anthropic.MessageCreateParamsNonStreaming;

function params(content: string, more: Partial<Params> = {}): Params {
  return { model: 'sandbox-ok', max_tokens: 2000, messages: [{ role: 'user', content }], ...more };
}

describe('the official client', () => {
  it('assembles a streamed message with its thinking, its tool call and its usage', async () => {
    const question = '2+2 [[sandbox: thinking="Let me see" text="Wait." finish=tool_calls]]';
    const thinking = { type: 'adaptive' as const, display: 'summarized' as const };
    const message = await client.messages.stream(params(question, { tools, thinking })).finalMessage();
    expect(message).toMatchObject({
      role: 'assistant',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', thinking: 'Let me see' },
        { type: 'text', text: 'Wait.' },
        { type: 'tool_use', name: 'add', input: { input: '2+2' } },
      ],
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: ['Let me see', 'Wait.', 'add', '{"input":"2+2"}'].reduce(
          (sum, said) => sum + countText(said),
          0,
        ),
      },
    });
  });

  it('reads an unstreamed message, without thinking that was not requested', async () => {
    const message = await client.messages.create(params('[[sandbox: thinking="Hm" text="Hello"]]'));
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: '' },
      { type: 'text', text: 'Hello' },
    ]);
    expect(message.stop_reason).toBe('end_turn');
    const asked = '[[sandbox: thinking="Hm" text="Hello"]]';
    expect(message.usage.input_tokens).toBe(countPrompt([{ role: 'user', content: asked }]));
  });

  it('reports that a marked prompt is written to the cache once, and read from it later', async () => {
    const system = 'A long introduction to rivers.';
    const marked = params('And now? [[sandbox: text="Yes"]]', {
      system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    });
    const { usage: first } = await client.messages.create(marked);
    const { usage: second } = await client.messages.create(marked);
    expect(first).toMatchObject({
      cache_creation_input_tokens: countText(system),
      cache_read_input_tokens: 0,
      input_tokens: second.input_tokens,
    });
    expect(second).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: countText(system),
    });
  });

  it('continues its own text when it is asked to', async () => {
    const before: Params['messages'] = [
      { role: 'user', content: 'Rivers' },
      { role: 'assistant', content: 'They flow' },
    ];
    const older = await client.messages.create(params('', { model: 'sandbox-haiku-4-5', messages: before }));
    const asked = { role: 'user' as const, content: 'Your last message was cut off. Go on.' };
    const newer = await client.messages.create(params('', { messages: [...before, asked] }));
    for (const { content } of [older, newer]) {
      expect(content).toMatchObject([{ text: expect.stringContaining('To go on with') as string }]);
    }
  });
});

describe('validation', () => {
  const user = { role: 'user' as const, content: 'Hi' };
  const call = { type: 'tool_use' as const, id: 'a', name: 'add', input: {} };
  it.each<[string, object, string]>([
    ['an unknown field', { max_token: 5 }, 'max_token: Extra inputs are not permitted'],
    ['no cap', { max_tokens: undefined }, 'max_tokens'],
    [
      'an empty text',
      { messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] },
      'non-whitespace',
    ],
    ['an answer first', { messages: [{ role: 'assistant', content: 'Hi' }, user] }, 'first message'],
    ['a prefill', { messages: [user, { role: 'assistant', content: 'So' }] }, 'prefill'],
    [
      'a call without its result',
      { messages: [user, { role: 'assistant', content: [call] }, user] },
      'tool_use',
    ],
    [
      'a result without its call',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b' }] }] },
      'tool_result',
    ],
    ['sampling', { temperature: 0.5 }, 'temperature'],
    ['sampling', { top_k: 5 }, 'top_k'],
    ['a budget', { thinking: { type: 'enabled', budget_tokens: 1024 } }, 'thinking.type.enabled'],
    ['a forced tool', { tools, tool_choice: { type: 'any' } }, 'forced'],
    ['a typing error', { messages: [{ role: 'user', content: '[[sandbox: falt=cut]]' }] }, 'knows no falt'],
  ])('refuses %s', async (_what, more, message) => {
    const answer = client.messages.create({ ...params('Hi'), ...more });
    await expect(answer).rejects.toThrow(BadRequestError);
    await expect(answer).rejects.toThrow(message);
  });

  it.each<[string, object, string]>([
    ['both sampling parameters', { temperature: 0.5, top_p: 0.5 }, 'cannot both be specified'],
    ['a heat above 1', { temperature: 1.5 }, 'temperature'],
    [
      'heat with thoughts',
      { temperature: 0.5, thinking: { type: 'enabled', budget_tokens: 1024 } },
      'temperature',
    ],
    ['a budget over the cap', { thinking: { type: 'enabled', budget_tokens: 2000 } }, 'max_tokens'],
    ['effort', { output_config: { effort: 'low' } }, 'effort'],
  ])('refuses %s for the older kind of model', async (_what, more, message) => {
    const older = { ...params('Hi', { model: 'sandbox-haiku-4-5' }), ...more };
    await expect(client.messages.create(older)).rejects.toThrow(message);
  });

  it('requires a key and a version', async () => {
    const { 'x-api-key': _key, ...keyless } = HEADERS;
    const url = sandbox.url.replace('/v1', '');
    const stranger = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0, defaultHeaders: keyless });
    await expect(stranger.messages.create(params('Hi'))).rejects.toThrow(AuthenticationError);
    const newest = new Anthropic({
      apiKey: 'k',
      baseURL: url,
      maxRetries: 0,
      defaultHeaders: { 'x-api-key': 'k' },
    });
    await expect(newest.messages.create(params('Hi'))).rejects.toThrow('anthropic-version');
  });
});
