import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/**
 * Patterns that make a test slow or unsteady -> the files of the default run that may match, each for the reason beside
 * it. The full run (`*.full.test.ts`) may do all of this.
 */
const RULES: { name: string; pattern: RegExp; allowed: Record<string, string> }[] = [
  {
    name: 'draws a seed',
    pattern: /Date\.now\(\) ?%|Math\.random\(/,
    allowed: { 'tests/setup/suite.ts': 'seedFrom draws for the full run' },
  },
  {
    name: 'sleeps',
    pattern: /\bsleep\(|waitForTimeout\(|new Promise(<\w+>)?\(\(?\w+\)? => setTimeout\(/,
    allowed: {
      'app/core/generation/run/watch-stream.test.ts': 'stands still, so that a timer is due before another',
      'app/features/replies/growth.test.ts': 'its timers are faked',
      'tests/integration/api-keys/find.test.ts': 'polls',
    },
  },
  {
    name: 'measures time',
    pattern: /process\.cpuUsage\(|performance\.now\(|hrtime|await measure\(/,
    allowed: {
      'app/core/accounts/credentials/password-hash.test.ts':
        'fewer than 16 ms of processor time hash nothing',
      'app/core/catalogue/tokens/count-tokens.test.ts': 'processor time in a turn has a bound',
      'app/http/body/json-bounds.test.ts': 'processor time has a bound',
      'tests/hostile/growth.test.ts': 'processor time has a bound',
      'tests/integration/generation/log-kept.test.ts': 'sets a deadline of the past',
    },
  },
];

const SELF = 'tests/architecture/suite-policy.test.ts';

/** Test files of the default run, and what the set-up does for them. */
function defaultTests(): SourceFile[] {
  const tests = sourceFiles(['app', 'worker', 'db', 'scripts', 'tests'], /\.test\.tsx?$/);
  return [
    ...tests.filter(({ place }) => !place.includes('.full.test.')),
    ...sourceFiles(['tests/setup'], /\.ts$/),
  ].filter(({ place }) => place !== SELF);
}

function violations({ pattern, allowed }: (typeof RULES)[number], files: readonly SourceFile[]): string[] {
  return files
    .filter(({ place, text }) => pattern.test(text) && !(place in allowed))
    .map(({ place }) => place);
}

describe('no test of the default run', () => {
  it.each(RULES)('$name', (rule) => {
    expect(violations(rule, defaultTests())).toEqual([]);
  });

  it.each(RULES)('$name: the exceptions are still needed', ({ pattern, allowed }) => {
    const matching = new Set(violations({ name: '', pattern, allowed: {} }, defaultTests()));
    expect(Object.keys(allowed).filter((place) => !matching.has(place))).toEqual([]);
  });
});
