import { describe, expect, it } from 'vitest';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import { toWireRequest as toClaude } from './anthropic/request.ts';
import type { ProviderEvent, ProviderRequest } from './contract.ts';
import { omittedOptions } from './dialect-options.ts';
import { toWireRequest as toGemini } from './google/request.ts';
import { ChunkReader } from './openai/events.ts';
import { toWireRequest as toOpenAi } from './openai/request.ts';
import { targetOf } from './openai/target.ts';

const MAKER = 'https://api.openai.com/v1';
const ELSEWHERE = 'https://example.test/v1';
const at = (address: string) => targetOf(new URL(address));

const grammar = { syntax: 'lark' as const, definition: 'start: "a"' };
const custom = { name: 'patch', description: 'Edits', format: { type: 'grammar' as const, grammar } };
const plain = { name: 'note', format: { type: 'text' as const } };
const OPTIONS: CompletionOptions = {
  tools: [
    { type: 'custom', custom },
    { type: 'custom', custom: plain },
  ],
  tool_choice: { type: 'custom', custom: { name: 'patch' } },
};
const MESSAGES: PromptMessage[] = [
  { role: 'user', content: 'Hi' },
  {
    role: 'assistant',
    tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'patch', input: '"Grüße"\n' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'Done' },
];
const REQUEST: ProviderRequest = {
  model: 'one',
  messages: MESSAGES,
  maxOutputTokens: 300,
  delivery: 'stream',
  options: OPTIONS,
};

const DESCRIPTION = 'Edits\n\nThe input must match this Lark grammar:\nstart: "a"';
const parameters = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] };

describe('a tool that takes plain text', () => {
  it('goes to its maker unchanged', () => {
    const { tools, tool_choice: choice, messages } = toOpenAi(REQUEST, at(MAKER));
    expect({ tools, tool_choice: choice, messages }).toEqual({ ...OPTIONS, messages: MESSAGES });
  });

  it('becomes a function for other providers of the format, with its calls and its choice', () => {
    const { tools, tool_choice: choice, messages } = toOpenAi(REQUEST, at(ELSEWHERE));
    expect(tools).toEqual([
      { type: 'function', function: { name: 'patch', description: DESCRIPTION, parameters } },
      { type: 'function', function: { name: 'note', parameters } },
    ]);
    expect(choice).toEqual({ type: 'function', function: { name: 'patch' } });
    const called = { name: 'patch', arguments: '{"input":"\\"Grüße\\"\\n"}' };
    expect(messages[1]).toEqual({
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: called }],
    });
  });

  it('becomes a function for them in the list of allowed tools', () => {
    const allowed = (tool: object) => ({
      type: 'allowed_tools' as const,
      allowed_tools: { mode: 'auto' as const, tools: [{ ...tool }] },
    });
    const choice = allowed({ type: 'custom', custom: { name: 'note' } });
    const wire = toOpenAi({ ...REQUEST, options: { ...OPTIONS, tool_choice: choice } }, at(ELSEWHERE));
    expect(wire.tool_choice).toEqual(allowed({ type: 'function', function: { name: 'note' } }));
  });

  it('states its grammar to Claude and Gemini', () => {
    expect(toClaude({ ...REQUEST, model: 'claude-haiku-4-5' }).tools).toEqual([
      { name: 'patch', description: DESCRIPTION, input_schema: parameters },
      { name: 'note', input_schema: parameters },
    ]);
    expect(toGemini({ ...REQUEST, model: 'gemini-2.5-flash' }).tools).toEqual([
      {
        functionDeclarations: [
          { name: 'patch', description: DESCRIPTION, parametersJsonSchema: parameters },
          { name: 'note', parametersJsonSchema: parameters },
        ],
      },
    ]);
  });

  it.each<[Dialect, string, string | null, string[]]>([
    ['anthropic', 'claude-haiku-4-5', null, ['tools.format']],
    ['google', 'gemini-2.5-flash', null, ['tools.format']],
    ['openai', 'llama-4', ELSEWHERE, ['tools.format']],
    ['openai', 'gpt-5', MAKER, []],
  ])('loses its grammar at %s, model %s, address %s: %j', (provider, model, address, names) => {
    const asked = { model, messages: [], maxOutputTokens: 8000, address };
    expect(omittedOptions(provider, { ...asked, options: OPTIONS })).toEqual(names);
    const free: CompletionOptions = { tools: [{ type: 'custom', custom: plain }] };
    expect(omittedOptions(provider, { ...asked, options: free })).toEqual([]);
  });
});

describe('a text tool’s call that is answered as a function call', () => {
  const call = (index: number, id: string | undefined, name: string | undefined, json: string) => ({
    index,
    ...(id && { id, type: 'function' }),
    function: { ...(name && { name }), arguments: json },
  });
  const read = (...chunks: { delta?: unknown; message?: unknown; finish_reason?: string }[]) => {
    const reader = new ChunkReader({ choices: 1, secrets: [], textTools: new Set(['patch']) });
    const events: ProviderEvent[] = [];
    for (const choice of chunks) reader.read(JSON.stringify({ choices: [choice] }), events);
    return events.flatMap<unknown>((event) => ('delta' in event ? event.delta.tool_calls : event.type));
  };
  const END = { finish_reason: 'tool_calls' };
  const patch = { index: 0, id: 'a', type: 'custom', custom: { name: 'patch', input: '' } };
  const says = (input: string) => ({ index: 0, custom: { input } });

  it('returns its text before the end, beside calls of functions', () => {
    expect(
      read(
        { delta: { tool_calls: [call(0, 'a', 'patch', '')] } },
        { delta: { tool_calls: [call(0, undefined, undefined, '{"input": "Grü')] } },
        { delta: { tool_calls: [call(1, 'b', 'look', '{}')] } },
        { delta: { tool_calls: [call(0, undefined, undefined, 'ße"}')] } },
        { delta: {}, ...END },
      ),
    ).toEqual([
      patch,
      { index: 1, id: 'b', type: 'function', function: { name: 'look', arguments: '{}' } },
      says('Grüße'),
      'finish',
    ]);
  });

  it.each([
    ['its text in one piece', '{"input":"Grüße"}', 'Grüße'],
    ['what it is without a text', '{"text":"Grüße"}', '{"text":"Grüße"}'],
    ['what it is where it was cut', '{"input":"Grü', '{"input":"Grü'],
  ])('returns %s', (_name, json, input) => {
    const message = { tool_calls: [call(0, 'a', 'patch', json)] };
    expect(read({ message, ...END })).toEqual([patch, says(input), 'finish']);
  });
});
