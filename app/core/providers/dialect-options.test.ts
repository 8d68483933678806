import { describe, expect, it } from 'vitest';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import { omittedOptions } from './dialect-options.ts';

const OPENAI = 'https://api.openai.com/v1';
const ELSEWHERE = 'https://api.groq.com/openai/v1';
const called = { id: 'a', type: 'function' as const, function: { name: 'look', arguments: '{}' } };
const RESULTS: PromptMessage[] = [
  { role: 'assistant', tool_calls: [called] },
  { role: 'tool', tool_call_id: 'a', content: 'seen' },
];

/** Model, options, the names that are left out, and other parts of the request. */
type Row = [string, CompletionOptions, string[], { cap?: number; messages?: PromptMessage[] }?];
const ask = ([model, options, , { cap = 8000, messages = [] } = {}]: Row, address: string | null = null) => ({
  model,
  options,
  messages,
  maxOutputTokens: cap,
  address,
});

describe('options that are left out for Claude', () => {
  it.each<Row>([
    ['claude-haiku-4-5', { temperature: 1.6 }, ['temperature']],
    ['claude-haiku-4-5', { temperature: 0.5, top_p: 0.5 }, ['top_p']],
    ['claude-haiku-4-5', { temperature: 1, top_p: 0.5 }, []],
    ['claude-haiku-4-5', { temperature: 1.6, top_p: 0.5, top_k: 4 }, ['temperature']],
    ['claude-haiku-4-5', { temperature: 0.5, top_k: 4, reasoning_effort: 'high' }, ['temperature', 'top_k']],
    [
      'claude-haiku-4-5',
      { temperature: 0.5, reasoning_effort: 'high' },
      ['temperature', 'reasoning_effort'],
      { cap: 1000 },
    ],
    ['claude-haiku-4-5', { reasoning_effort: 'high' }, ['reasoning_effort'], { messages: RESULTS }],
    ['claude-haiku-4-5', { reasoning_effort: 'none', temperature: 0.5 }, []],
    ['claude-3-5-haiku', { reasoning_effort: 'low' }, ['reasoning_effort']],
    ['claude-opus-4-8', { temperature: 0.5, top_p: 0.9, top_k: 3 }, ['temperature', 'top_p', 'top_k']],
    ['claude-haiku-4-5', { stop: ['END', '\n', ' '] }, ['stop[1]', 'stop[2]']],
    ['claude-haiku-4-5', { stop: '\n' }, ['stop']],
    ['claude-haiku-4-5', { stop: ['a', 'b', 'c', 'd', 'e', 'f'] }, []],
  ])('%s %j', (...row) => {
    expect(omittedOptions('anthropic', ask(row))).toEqual(row[2]);
  });
});

describe('options that are left out for Gemini', () => {
  it.each<Row>([
    ['gemini-2.5-flash', { temperature: 1.6, top_p: 0.5 }, []],
    ['gemini-3.5-flash', { temperature: 0.3, top_k: 3 }, ['temperature', 'top_k']],
    ['gemini-2.0-flash', { reasoning_effort: 'low' }, ['reasoning_effort']],
    ['gemini-2.5-flash', { reasoning_effort: 'high' }, ['reasoning_effort'], { cap: 600 }],
    ['gemini-2.5-flash', { stop: ['', '\n'] }, ['stop[0]']],
    ['gemini-2.5-flash', { stop: ['a', 'b', 'c', 'd', '', 'e', 'f'] }, ['stop[4]', 'stop[6]']],
  ])('%s %j', (...row) => {
    expect(omittedOptions('google', ask(row))).toEqual(row[2]);
  });
});

describe('options that are left out on OpenAI’s wire', () => {
  it.each<[...Row, string]>([
    ['gpt-5.4-mini', { temperature: 0.3, top_p: 1, stop: 'END' }, ['temperature', 'stop'], {}, OPENAI],
    ['gpt-4o-mini', { temperature: 0.3, top_k: 3 }, ['top_k'], {}, OPENAI],
    ['gpt-4o-mini', { stop: ['', 'END'] }, ['stop[0]'], {}, OPENAI],
    ['gpt-4o-mini', { stop: ['a', 'b', 'c', 'd', 'e'] }, ['stop[4]'], {}, OPENAI],
    ['llama-4', { temperature: 0.3, top_k: 3, prompt_cache_key: 'k' }, ['prompt_cache_key'], {}, ELSEWHERE],
  ])('%s %j', (model, options, names, more, address) => {
    expect(omittedOptions('openai', ask([model, options, names, more], address))).toEqual(names);
  });
});
