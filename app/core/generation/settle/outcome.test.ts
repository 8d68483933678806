import { describe, expect, it, vi } from 'vitest';
import { PAID_REASONS, type ChargeReason } from '#app/contracts/generation.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { RunOutcome } from '#app/core/generation/record/ending.ts';
import { interrupted, outcomeOf, type ProducedOutput, type StreamEnd } from './outcome.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';

vi.mock('#app/core/platform/logger.ts', () => ({ logger: () => ({ error: () => undefined }) }));

const OUTPUTS = {
  nothing: { hasWords: false, hasOutput: false },
  thoughts: { hasWords: false, hasOutput: true },
  words: { hasWords: true, hasOutput: true },
};

const ends = (end: Partial<StreamEnd>) => (said: ProducedOutput) =>
  outcomeOf({ finishReason: null, error: null, emptyReason: null, ...end }, said);
const aborted = (reason: RunAborted['reason']) => ends({ error: new RunAborted(reason) });

/**
 * Causes of an end, with state, error and reason of a run without output; with output the reason is `output`.
 */
const CAUSES: Record<
  string,
  {
    outcome: (said: ProducedOutput) => RunOutcome | null;
    state: RunOutcome['state'];
    error?: string;
    free?: ChargeReason;
    /** Reason for charging a run without output, once a provider has accepted the call. */
    paid?: ChargeReason;
    /** State of a run with output that ends normally or is stopped by its reader. */
    afterOutput?: RunOutcome['state'];
  }
> = {
  'a good end': {
    outcome: ends({ finishReason: 'stop', emptyReason: 'no_words' }),
    state: 'done',
    paid: 'no_words',
    afterOutput: 'done',
  },
  'a filtered end': {
    outcome: ends({ finishReason: 'content_filter', emptyReason: 'no_words' }),
    state: 'done',
    paid: 'no_words',
    afterOutput: 'done',
  },
  'a good end of what is made of pieces': {
    outcome: ends({ finishReason: 'stop' }),
    state: 'failed',
    error: 'empty_completion',
    free: 'provider_failed',
    afterOutput: 'done',
  },
  'a cap': {
    outcome: ends({ finishReason: 'length', emptyReason: 'max_tokens' }),
    state: 'done',
    paid: 'max_tokens',
    afterOutput: 'done',
  },
  'the caller’s own stop sequence': {
    outcome: ends({ finishReason: 'stop', emptyReason: 'stop_sequence' }),
    state: 'done',
    paid: 'stop_sequence',
    afterOutput: 'done',
  },
  'a cut': { outcome: ends({}), state: 'failed', error: 'empty_completion', free: 'provider_failed' },
  'an error of the provider': {
    outcome: ends({ error: new ProviderError('provider_unavailable', 'down') }),
    state: 'failed',
    error: 'provider_unavailable',
    free: 'provider_failed',
  },
  'a silent provider': {
    outcome: ends({ error: new ProviderError('provider_stalled', 'silent') }),
    state: 'failed',
    error: 'provider_stalled',
    free: 'provider_failed',
  },
  'our own deadline': {
    outcome: aborted('deadline'),
    state: 'failed',
    error: 'provider_timeout',
    free: 'house_failed',
  },
  'a mistake of ours': {
    outcome: ends({ error: new Error('oops') }),
    state: 'failed',
    error: 'internal',
    free: 'house_failed',
  },
  'a deploy': {
    outcome: aborted('shutdown'),
    state: 'interrupted',
    error: 'interrupted',
    free: 'house_failed',
  },
  'a crash': {
    outcome: (said) => interrupted({ ...said, isStopRequested: false }),
    state: 'interrupted',
    error: 'interrupted',
    free: 'house_failed',
  },
  'a stop': { outcome: aborted('stopped'), state: 'stopped', paid: 'stopped', afterOutput: 'stopped' },
  'a stop before a crash': {
    outcome: (said) => interrupted({ ...said, isStopRequested: true }),
    state: 'stopped',
    paid: 'stopped',
    afterOutput: 'stopped',
  },
};

describe.each(Object.entries(CAUSES))('a run that ends with %s', (_name, cause) => {
  it.each([
    ['after words', 'words'],
    ['after thoughts alone', 'thoughts'],
  ] as const)('%s is charged for its output', (_when, said) => {
    const outcome = cause.outcome({ ...OUTPUTS[said], isTaken: true })!;
    const state = cause.afterOutput ?? cause.state;
    expect(outcome).toMatchObject({ state, chargeReason: 'output' });
    // Text that was received can be continued; a truncated reply must never look complete.
    const isCut = state === 'stopped' || (state !== 'done' && said === 'words');
    expect(outcome.finishReason === 'incomplete').toBe(isCut);
  });

  it('has the expected state, error and reason without output', () => {
    const outcome = cause.outcome({ ...OUTPUTS.nothing, isTaken: true });
    expect(outcome).toMatchObject({
      state: cause.state,
      errorCode: cause.error ?? null,
      chargeReason: cause.paid ?? cause.free,
    });
  });

  it('has no contradiction among state, error and charge reason', () => {
    const problems = Object.values(OUTPUTS).flatMap((said) =>
      [true, false].flatMap((isTaken) =>
        contradictions({ ...said, isTaken }, cause.outcome({ ...said, isTaken })!),
      ),
    );
    expect(problems).toEqual([]);
  });
});

/** Lists contradictions within an outcome, for any cause. */
function contradictions(output: ProducedOutput, { state, errorCode, chargeReason }: RunOutcome): string[] {
  const isPaid = (PAID_REASONS as readonly ChargeReason[]).includes(chargeReason);
  const rules: Record<string, boolean> = {
    'is paid for, and says that nothing is charged': errorCode !== 'empty_completion' || !isPaid,
    'is good and free': state !== 'done' || isPaid,
    'is good and has an error': state !== 'done' || errorCode === null,
    'has failed and says not why': state !== 'failed' || errorCode !== null,
    'is free, and something came out': isPaid || !output.hasOutput,
    'was stopped, and is not paid by what was taken':
      state !== 'stopped' || output.hasOutput || isPaid === output.isTaken,
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

it('ends as done when its provider reports only usage', () => {
  const counted = ends({ emptyReason: 'no_words' });
  expect(counted({ ...OUTPUTS.nothing, isTaken: true })).toMatchObject({
    state: 'done',
    finishReason: 'stop',
  });
  expect(counted({ ...OUTPUTS.words, isTaken: true })).toMatchObject({ errorCode: 'provider_cut' });
});

it('returns no outcome when another worker owns the run', () => {
  expect(aborted('lost')({ ...OUTPUTS.words, isTaken: true })).toBeNull();
});
