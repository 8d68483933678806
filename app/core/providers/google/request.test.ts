import { describe, expect, it } from 'vitest';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '../contract.ts';
import { toWireRequest } from './request.ts';

const OLD = 'gemini-2.5-flash';
const NEW = 'gemini-3.8-flash';

function wire(model: string, options: CompletionOptions = {}, more: Partial<ProviderRequest> = {}) {
  return toWireRequest({
    model,
    messages: [{ role: 'user', content: 'Hi' }],
    maxOutputTokens: 10_000,
    delivery: 'stream',
    options,
    ...more,
  });
}

const add = {
  type: 'function' as const,
  function: {
    name: 'add',
    description: 'Adds',
    parameters: { properties: { a: { type: 'number' } }, additionalProperties: false },
    strict: true,
  },
};

describe('toWireRequest', () => {
  it('requests visible thoughts', () => {
    expect(wire(OLD)).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { maxOutputTokens: 10_000, thinkingConfig: { includeThoughts: true } },
    });
  });

  it('leaves out what the models refuse, and the user’s identity', () => {
    const refused = { n: 2, logprobs: true, presence_penalty: 1, frequency_penalty: 1, logit_bias: {} };
    const options = { ...refused, user: 'ada@example.test', metadata: { a: 'b' }, safety_identifier: 'ada' };
    expect(wire(OLD, options)).toEqual(wire(OLD));
  });

  it('sends sampling options to the models that support them', () => {
    const options = { temperature: 0, top_p: 0.7, top_k: 5 };
    expect(wire(OLD, options).generationConfig).toMatchObject({ temperature: 0, topP: 0.7, topK: 5 });
    expect(wire('gemini-3.1-pro-preview', options).generationConfig).toMatchObject({ temperature: 0 });
    expect(wire(NEW, options)).toEqual(wire(NEW));
    expect(wire('gemini-flash-latest', options)).toEqual(wire('gemini-flash-latest'));
  });

  it('sends stop sequences and the seed, reduced to 32 bits', () => {
    expect(wire(NEW, { stop: 'END', seed: 7 }).generationConfig).toMatchObject({
      stopSequences: ['END'],
      seed: 7,
    });
    expect(wire(NEW, { stop: ['a', 'b'], seed: 2 ** 32 + 5 }).generationConfig).toMatchObject({
      stopSequences: ['a', 'b'],
      seed: 5,
    });
  });

  it('sends tools with their schemas unchanged', () => {
    const { tools, toolConfig } = wire(NEW, {
      tools: [
        add,
        { type: 'function', function: { name: 'now' } },
        { type: 'custom', custom: { name: 'note' } },
      ],
      tool_choice: 'auto',
    });
    expect(tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'add',
            description: 'Adds',
            parametersJsonSchema: { type: 'object', ...add.function.parameters },
          },
          { name: 'now' },
          {
            name: 'note',
            parametersJsonSchema: {
              type: 'object',
              properties: { input: { type: 'string' } },
              required: ['input'],
            },
          },
        ],
      },
    ]);
    expect(toolConfig).toBeUndefined();
  });

  const other = { type: 'function' as const, function: { name: 'other' } };
  it.each<[CompletionOptions['tool_choice'], object | undefined]>([
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
    [
      { type: 'function', function: { name: 'add' } },
      { mode: 'ANY', allowedFunctionNames: ['add'] },
    ],
    [{ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [other] } }, undefined],
    [{ type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [other] } }, { mode: 'ANY' }],
  ])('converts the tool choice %j to %j', (choice, expected) => {
    const { toolConfig, tools } = wire(NEW, { tools: [add, other], tool_choice: choice });
    expect(toolConfig?.functionCallingConfig).toEqual(expected);
    const names = tools?.[0].functionDeclarations.map(({ name }) => name);
    const isNarrowed = typeof choice === 'object' && choice.type === 'allowed_tools';
    expect(names).toEqual(isNarrowed ? ['other'] : ['add', 'other']);
  });

  it('requests a schema, or JSON without one, and rejects an empty schema', () => {
    const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 0 } } };
    const form = (json_schema: { name: string; schema?: Record<string, unknown> }) =>
      wire(NEW, { response_format: { type: 'json_schema', json_schema } }).generationConfig;
    expect(form({ name: 'person', schema })).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    });
    const { generationConfig: bare } = wire(NEW, { response_format: { type: 'json_object' } });
    expect(bare).toMatchObject({ responseMimeType: 'application/json' });
    expect(bare).not.toHaveProperty('responseJsonSchema');
    expect(() => form({ name: 'person' })).toThrow(expect.objectContaining({ code: 'provider_rejected' }));
  });
});

describe('thinking', () => {
  const aloud = { includeThoughts: true };
  it.each<[string, CompletionOptions['reasoning_effort'], number, object | undefined]>([
    ['gemini-2.0-flash', 'high', 10_000, undefined],
    [OLD, undefined, 10_000, aloud],
    [OLD, 'none', 10_000, { thinkingBudget: 0 }],
    [OLD, 'minimal', 10_000, { ...aloud, thinkingBudget: 2_000 }],
    [OLD, 'medium', 10_000, { ...aloud, thinkingBudget: 5_000 }],
    [OLD, 'high', 60_000, { ...aloud, thinkingBudget: 24_576 }],
    [OLD, 'high', 600, { thinkingBudget: 0 }],
    [OLD, undefined, 600, { thinkingBudget: 0 }],
    ['gemini-2.5-flash-lite', undefined, 10_000, undefined],
    ['gemini-2.5-flash-lite', 'low', 10_000, { ...aloud, thinkingBudget: 2_000 }],
    ['gemini-2.5-pro', 'none', 10_000, { ...aloud, thinkingBudget: 128 }],
    ['gemini-2.5-pro', 'max', 10_000, { ...aloud, thinkingBudget: 8_000 }],
    ['gemini-3-pro-preview', 'medium', 10_000, { ...aloud, thinkingLevel: 'HIGH' }],
    ['gemini-3.1-pro-preview', 'medium', 10_000, { ...aloud, thinkingLevel: 'MEDIUM' }],
    ['gemini-3.5-flash-lite', 'none', 10_000, { ...aloud, thinkingLevel: 'MINIMAL' }],
    [NEW, undefined, 10_000, aloud],
    [NEW, undefined, 64, { ...aloud, thinkingLevel: 'LOW' }],
    [NEW, 'none', 10_000, { ...aloud, thinkingLevel: 'LOW' }],
    [NEW, 'xhigh', 10_000, { ...aloud, thinkingLevel: 'HIGH' }],
    ['somebody-elses', 'minimal', 10_000, { ...aloud, thinkingLevel: 'LOW' }],
  ])('of %s with the effort %s and %i tokens is %j', (model, effort, maxOutputTokens, expected) => {
    const { generationConfig } = wire(model, { reasoning_effort: effort }, { maxOutputTokens });
    expect(generationConfig.thinkingConfig).toEqual(expected);
  });
});
