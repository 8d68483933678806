import { describe, expect, it } from 'vitest';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '../contract.ts';
import { toWireRequest } from './request.ts';

const OLD = 'claude-haiku-4-5-20251001';
const NEW = 'claude-haiku-5-5';
const ALWAYS = 'claude-opus-5-5';

function wire(model: string, options: CompletionOptions = {}, more: Partial<ProviderRequest> = {}) {
  return toWireRequest({
    model,
    messages: [{ role: 'user', content: 'Hi' }],
    maxOutputTokens: 10_000,
    delivery: 'whole',
    options,
    ...more,
  });
}

const add = {
  type: 'function' as const,
  function: { name: 'add', description: 'Adds', parameters: { properties: { a: { type: 'number' } } } },
};

describe('toWireRequest', () => {
  it('streams, even if the caller waits for the whole answer', () => {
    expect(wire(OLD)).toEqual({
      model: OLD,
      max_tokens: 10_000,
      stream: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });

  it('leaves out what the wire cannot express, and the user’s identity', () => {
    const options = { n: 2, seed: 1, logprobs: true, presence_penalty: 1, user: 'ada@example.test' };
    expect(wire(OLD, { ...options, metadata: { a: 'b' }, safety_identifier: 'ada' })).toEqual(wire(OLD));
  });

  it.each<[CompletionOptions, object]>([
    [{ temperature: 0.3 }, { temperature: 0.3 }],
    [{ temperature: 0 }, { temperature: 0 }],
    [
      { temperature: 1.7, top_p: 0.7, top_k: 5 },
      { top_p: 0.7, top_k: 5 },
    ],
    [{ temperature: 0.3, top_p: 0.7 }, { temperature: 0.3 }],
    [{ temperature: null, top_p: 1 }, {}],
  ])('sends the sampling %j as %j, and none to newer models', (options, expected) => {
    expect(wire(OLD, options)).toEqual({ ...wire(OLD), ...expected });
    expect(wire(NEW, options)).toEqual(wire(NEW));
  });

  it('sends stop sequences', () => {
    expect(wire(OLD, { stop: 'END' })).toMatchObject({ stop_sequences: ['END'] });
    expect(wire(NEW, { stop: ['a', 'b'] })).toMatchObject({ stop_sequences: ['a', 'b'] });
  });

  it('sends tools with a schema that is an object', () => {
    expect(wire(OLD, { tools: [add], tool_choice: 'auto', parallel_tool_calls: false })).toMatchObject({
      tools: [
        {
          name: 'add',
          description: 'Adds',
          input_schema: { type: 'object', properties: { a: { type: 'number' } } },
        },
      ],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
  });

  it.each<[CompletionOptions['tool_choice'], object]>([
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [
      { type: 'function', function: { name: 'add' } },
      { type: 'tool', name: 'add' },
    ],
  ])('converts the tool choice %j to %j', (choice, expected) => {
    expect(wire(OLD, { tools: [add], tool_choice: choice })).toMatchObject({ tool_choice: expected });
  });

  it('sends only the tools that are allowed', () => {
    const other = { type: 'function' as const, function: { name: 'other' } };
    const allowed = { mode: 'auto' as const, tools: [other] };
    const request = wire(OLD, {
      tools: [add, other],
      tool_choice: { type: 'allowed_tools', allowed_tools: allowed },
    });
    expect(request).toMatchObject({ tools: [{ name: 'other' }], tool_choice: { type: 'auto' } });
  });

  it('requests a schema, with unsupported constraints in the description', () => {
    const schema = {
      type: 'object',
      properties: { age: { type: 'integer', minimum: 0 } },
      required: ['age'],
    };
    const { output_config: output } = wire(NEW, {
      response_format: { type: 'json_schema', json_schema: { name: 'person', schema } },
    });
    expect(output?.format?.schema).toEqual({
      type: 'object',
      properties: { age: { type: 'integer', description: '{minimum: 0}' } },
      required: ['age'],
      additionalProperties: false,
    });
    expect(() =>
      wire(NEW, { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }),
    ).toThrow(expect.objectContaining({ code: 'provider_rejected' }));
  });

  it('requests JSON with an instruction if there is no schema', () => {
    expect(wire(OLD, { response_format: { type: 'json_object' } }).system).toEqual([
      { type: 'text', text: expect.stringContaining('JSON') as string },
    ]);
  });
});

const SHOWN = { type: 'adaptive', display: 'summarized' };

describe('thinking', () => {
  it.each<[string, CompletionOptions['reasoning_effort'], object]>([
    ['claude-3-5-haiku-20241022', 'high', {}],
    [OLD, undefined, {}],
    [OLD, 'none', {}],
    [OLD, 'minimal', { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    [OLD, 'max', { thinking: { type: 'enabled', budget_tokens: 9500 } }],
    ['claude-sonnet-4-6', undefined, {}],
    ['claude-sonnet-4-6', 'xhigh', { thinking: SHOWN, output_config: { effort: 'high' } }],
    [NEW, undefined, { thinking: SHOWN }],
    [NEW, 'xhigh', { thinking: SHOWN, output_config: { effort: 'xhigh' } }],
    [NEW, 'none', { thinking: { type: 'disabled' } }],
    ['claude-sonnet-5-5', 'none', { thinking: { type: 'between_tools' } }],
    [ALWAYS, 'none', { thinking: SHOWN, output_config: { effort: 'low' } }],
    ['claude-fable-5-1', 'none', { thinking: SHOWN, output_config: { effort: 'low' } }],
    ['somebody-elses', 'low', { thinking: SHOWN, output_config: { effort: 'low' } }],
  ])('of %s with the effort %s is %j', (model, effort, expected) => {
    const { thinking, output_config: output } = wire(model, { reasoning_effort: effort });
    expect({ ...(thinking && { thinking }), ...(output && { output_config: output }) }).toEqual(expected);
  });

  it('excludes sampling options', () => {
    expect(wire(OLD, { reasoning_effort: 'low', temperature: 0.2, top_k: 5 })).toEqual(
      wire(OLD, { reasoning_effort: 'low' }),
    );
  });

  it('is off if the answer has no room for it', () => {
    expect(wire(NEW, {}, { maxOutputTokens: 64 }).thinking).toEqual({ type: 'disabled' });
    expect(wire(OLD, { reasoning_effort: 'high' }, { maxOutputTokens: 1500 })).not.toHaveProperty('thinking');
  });

  it('excludes sampling options even without room for it, as the conversation reports', () => {
    const short = { maxOutputTokens: 1500 };
    const sampled = { temperature: 0.2, top_p: 0.5, top_k: 5 };
    expect(wire(OLD, { ...sampled, reasoning_effort: 'high' }, short)).toEqual(
      wire(OLD, { reasoning_effort: 'high' }, short),
    );
    expect(wire(OLD, { ...sampled, reasoning_effort: 'none' }, short)).toMatchObject({ temperature: 0.2 });
    expect(wire('claude-3-5-haiku-20241022', { ...sampled, reasoning_effort: 'high' })).toMatchObject({
      temperature: 0.2,
    });
  });

  it('is off if a tool must be called, or the thoughts before a call are missing', () => {
    const forced: CompletionOptions = { tools: [add], tool_choice: 'required', reasoning_effort: 'high' };
    expect(wire(OLD, forced)).not.toHaveProperty('thinking');
    expect(wire(NEW, forced)).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'any' } });
    const messages = [
      { role: 'user' as const, content: 'Add' },
      {
        role: 'assistant' as const,
        tool_calls: [{ id: 'a', type: 'function' as const, function: { name: 'add', arguments: '{}' } }],
      },
      { role: 'tool' as const, tool_call_id: 'a', content: '1' },
    ];
    expect(wire(OLD, { reasoning_effort: 'high' }, { messages })).not.toHaveProperty('thinking');
    expect(wire(NEW, { reasoning_effort: 'high' }, { messages })).toHaveProperty('thinking');
  });
});
