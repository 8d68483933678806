import { describe, expect, it } from 'vitest';
import type { FinishReason } from '#app/contracts/generation.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import { emptyReasonOf } from './index.ts';

const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };

describe('an answer without text', () => {
  it.each<[string, FinishReason[], Prompt['options']['stop'], string | null]>([
    ['that a cap cut is charged for that', ['length'], undefined, 'max_tokens'],
    ['before a stop sequence is charged for that', ['stop'], 'END', 'stop_sequence'],
    ['before one of several is as well', ['stop'], ['a', 'b'], 'stop_sequence'],
    ['that just stops is charged', ['stop'], undefined, 'no_words'],
    ['with an empty list of stop sequences is charged', ['stop'], [], 'no_words'],
    ['that was filtered is charged', ['content_filter'], 'END', 'no_words'],
    ['that calls no tool after all is charged', ['tool_calls'], undefined, 'no_words'],
    ['in all of its choices is charged for the cap', ['stop', 'length'], 'END', 'max_tokens'],
  ])('%s, with and without usage', (_name, reasons, stop, expected) => {
    const options = stop === undefined ? {} : { stop };
    expect(emptyReasonOf({ reasons, usage }, { options })).toBe(expected);
    expect(emptyReasonOf({ reasons, usage: null }, { options })).toBe(expected);
  });

  it('without a finish reason is charged by its usage, and without both is not charged', () => {
    expect(emptyReasonOf({ reasons: [], usage }, { options: { stop: 'END' } })).toBe('no_words');
    expect(emptyReasonOf({ reasons: [], usage: null }, { options: { stop: 'END' } })).toBeNull();
  });
});
