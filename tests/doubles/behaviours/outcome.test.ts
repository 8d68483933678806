import { describe, expect, it } from 'vitest';
import { mismatches, emptyOutput, type Outcome } from './outcome.ts';

const OUTCOME: Outcome = {
  ...emptyOutput(),
  text: 'Hi',
  suggestions: [],
  thinking: '',
  further: [],
  finish: 'stop',
  usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 2, reasoningTokens: 0 },
  error: null,
  threwReason: false,
  providerSawLeaveMs: null,
};

describe('mismatches between outcome and expectation', () => {
  it('finds no mismatch in an expected outcome', () => {
    expect(mismatches(OUTCOME, { text: 'Hi', usage: { completionTokens: 2 }, error: null })).toEqual([]);
  });

  it.each([
    [{ text: 'Ho' }, 'text: "Hi" instead of "Ho"'],
    [{ finish: null }, 'finish: "stop" instead of null'],
    [{ usage: { completionTokens: 3 } }, 'usage.completionTokens: 2 instead of 3'],
    [{ further: [{ text: 'Hi' }] }, 'further: [] instead of [{"text":"Hi"}]'],
    [{ usage: null }, expect.stringContaining('instead of null')],
    [{ error: { code: 'provider_cut' as const } }, 'error: null instead of {"code":"provider_cut"}'],
    [{ leaveSeenWithinMs: 9 }, 'the provider did not see us leave'],
  ])('reports the mismatch for %j', (expected, line) => {
    expect(mismatches(OUTCOME, expected)).toEqual([line]);
  });

  it('reports when the provider noticed the client leaving too late', () => {
    expect(mismatches({ ...OUTCOME, providerSawLeaveMs: 30 }, { leaveSeenWithinMs: 20 })).toEqual([
      'the provider saw us leave after 30 ms',
    ]);
  });
});
