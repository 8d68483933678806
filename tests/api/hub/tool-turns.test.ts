import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

// Calls and their results over the Messages wire, which signs its reasoning and requires it back.
const engine = useEngine();
const api = useApi();

const MODEL = 'sandbox/messages';
const tools = [
  { type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } },
  { type: 'custom' as const, custom: { name: 'note' } },
];

let client: OpenAI;
beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: MODEL, endpoint: 'anthropic', offers });
  const { value } = await createKey();
  client = new OpenAI({ apiKey: value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

const ask = (messages: ChatCompletionMessageParam[]) =>
  client.chat.completions.create({ model: MODEL, messages, tools, reasoning_effort: 'high' });
const question = (directive: string): ChatCompletionMessageParam[] => [
  { role: 'user', content: `Rome [[sandbox: thinking="Let me see" ${directive}]]` },
];

describe('a client that answers the calls of a reasoning model', () => {
  it('returns its signed reasoning, and the model continues reasoning', async () => {
    const messages = question('tool=weather');
    const { message } = (await ask(messages)).choices[0]!;
    expect(message).toMatchObject({
      reasoning_content: 'Let me see',
      reasoning_details: [
        { type: 'reasoning.text', text: 'Let me see', signature: expect.any(String), index: 0 },
      ],
      tool_calls: [{ function: { name: 'weather' } }],
    });
    const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'It rains.' };
    const answer = await ask([...messages, message, result]);
    expect(answer.choices[0]?.message).toMatchObject({
      content: 'weather says: It rains.',
      reasoning_content: 'Let me see',
    });
    expect(engine.sandbox().requests().at(-1)?.body).toMatchObject({
      thinking: { type: 'enabled' },
      messages: [{}, { content: [{ type: 'thinking', thinking: 'Let me see' }, { type: 'tool_use' }] }, {}],
    });
  });

  it('may lose them: then the model answers without thinking', async () => {
    const messages = question('tool=weather');
    const { tool_calls: calls = [] } = (await ask(messages)).choices[0]!.message;
    const answer = await ask([
      ...messages,
      { role: 'assistant', tool_calls: calls },
      { role: 'tool', tool_call_id: calls[0]!.id, content: 'It rains.' },
    ]);
    expect(answer.choices[0]?.message.content).toBe('weather says: It rains.');
    expect(engine.sandbox().requests().at(-1)?.body).not.toHaveProperty('thinking');
  });

  it('gets an error from the maker if it has changed it', async () => {
    const messages = question('tool=weather');
    const { message } = (await ask(messages)).choices[0]!;
    const [detail] = (message as typeof message & { reasoning_details: object[] }).reasoning_details;
    const changed = { ...message, reasoning_details: [{ ...detail, text: 'Let me not see' }] };
    const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'It rains.' };
    await expect(ask([...messages, changed, result])).rejects.toMatchObject({
      status: 400,
      code: 'provider_rejected',
      param: 'messages[1].content[0]',
    });
  });

  it('gets the calls of its custom tools as text', async () => {
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: question('tool=note,weather'),
      tools,
      stream: true,
    });
    const pieces = [];
    for await (const chunk of stream) pieces.push(...(chunk.choices[0]?.delta.tool_calls ?? []));
    const custom = pieces.flatMap((piece) => ('custom' in piece ? [piece] : []));
    expect(custom).toMatchObject([
      { index: 0, type: 'custom', custom: { name: 'note', input: '' } },
      { index: 0, custom: { input: 'Rome' } },
    ]);
    expect(pieces.at(-1)).toMatchObject({ index: 1, function: {} });
  });
});
