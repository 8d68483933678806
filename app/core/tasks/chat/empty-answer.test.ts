import { describe, expect, it } from 'vitest';
import type { FinishReason } from '#app/contracts/generation.ts';
import { emptyReasonOf } from './empty-answer.ts';
import type { Prompt } from '#app/core/targets/target.ts';

const usage = (completionTokens: number) => ({
  promptTokens: 10,
  cachedTokens: 0,
  completionTokens,
  reasoningTokens: completionTokens,
});
const prompt = (cap: number | null, options: Prompt['options'] = {}): Prompt => ({
  messages: [],
  options,
  cap,
  isFirst: false,
});

describe('an answer without a word', () => {
  it.each<[string, FinishReason[], number | null, Prompt, string | null]>([
    ['at the caller’s own cap is what it asked for', ['length'], 20, prompt(20), 'max_tokens'],
    ['at a cap of one as well', ['length'], 1, prompt(1), 'max_tokens'],
    ['at a cap that is not the caller’s is not', ['length'], 20, prompt(null), null],
    ['at a cap below the caller’s is not', ['length'], 100, prompt(5000), null],
    ['at a cap of which nothing was used is not', ['length'], 0, prompt(20), null],
    ['without usage is not', ['length'], null, prompt(20), null],
    ['before a stop sequence is', ['stop'], 0, prompt(null, { stop: 'END' }), 'stop_sequence'],
    ['before one of several is', ['stop'], 3, prompt(null, { stop: ['a', 'b'] }), 'stop_sequence'],
    ['that just stops is not', ['stop'], 3, prompt(20), null],
    ['with an empty list of stop sequences is not', ['stop'], 3, prompt(20, { stop: [] }), null],
    ['that was filtered is not', ['content_filter'], 3, prompt(20, { stop: 'END' }), null],
    ['in all of its choices is', ['length', 'stop'], 9, prompt(9, { stop: 'END' }), 'max_tokens'],
    ['in one choice that is not wanted is not', ['length', 'stop'], 9, prompt(9), null],
    ['and without an end is not', [], 9, prompt(9, { stop: 'END' }), null],
  ])('%s', (_name, reasons, tokens, asked, expected) => {
    const said = tokens === null ? null : usage(tokens);
    expect(emptyReasonOf({ reasons, usage: said }, asked, 1000)).toBe(expected);
  });
});
