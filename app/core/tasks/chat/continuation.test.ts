import { describe, expect, it } from 'vitest';
import type { Prompt } from '#app/core/targets/target.ts';
import { continuationOf } from './continuation.ts';

const CUT = 'Rivers begin in the hills. They gather rain and snow, and on their way to the sea they carve';

const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  messages: [{ role: 'user', content: 'Tell me about rivers' }],
  options: { temperature: 0.3 },
  cap: null,
  isFirst: true,
  ...more,
});

describe('the request to continue an answer', () => {
  it('ends with the answer so far, and quotes its tail from the start of a word', () => {
    const { input, soFar } = continuationOf(prompt(), CUT)!;
    expect(soFar).toMatchObject({ text: CUT, isJson: false });
    expect(CUT.endsWith(` ${soFar.tail}`)).toBe(true);
    expect(input.options).toEqual({ temperature: 0.3 });
    expect(input.messages.slice(0, 2)).toEqual([
      { role: 'user', content: 'Tell me about rivers' },
      { role: 'assistant', content: CUT },
    ]);
    expect(input.messages[2]).toMatchObject({ role: 'user' });
    expect(input.messages[2]!.content).toContain(`-----\n${soFar.tail}\n-----`);
  });

  it('continues an answer that was itself a continuation', () => {
    const messages = [...prompt().messages, { role: 'assistant' as const, content: 'Well: ' }];
    const { input, soFar } = continuationOf(prompt({ messages }), CUT)!;
    expect(soFar.text).toBe(`Well: ${CUT}`);
    expect(input.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('describes the JSON schema in the prompt, since a forced format would restart the document', () => {
    const json_schema = { name: 'river', schema: { type: 'object' } };
    const options = { response_format: { type: 'json_schema' as const, json_schema } };
    const { input, soFar } = continuationOf(prompt({ options }), '{"name": "Nile", "le')!;
    expect(soFar.isJson).toBe(true);
    expect(input.options).toEqual({});
    expect(input.messages.at(-1)!.content).toContain(JSON.stringify(json_schema));
  });

  it('does not begin with half a surrogate pair', () => {
    expect(continuationOf(prompt(), `${'🚣'.repeat(60)}x`)!.soFar.tail).toMatch(/^(?:🚣)+x$/u);
  });

  it.each<[string, Partial<Prompt>, string]>([
    ['its caller forbids it', { resume: false }, CUT],
    ['several are wanted', { options: { n: 2 } }, CUT],
    ['probabilities are wanted', { options: { logprobs: true } }, CUT],
    ['there are tools', { options: { tools: [{ type: 'custom', custom: { name: 'a' } }] } }, CUT],
    ['nothing was said', {}, ' \n'],
    ['it is too long to be looked through', {}, 'a'.repeat(200_000)],
    ['it goes on from more than words', { messages: [{ role: 'assistant', content: null }] }, CUT],
  ])('returns null when %s', (_why, more, own) => {
    expect(continuationOf(prompt(more), own)).toBeNull();
  });
});
