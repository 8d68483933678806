import { describe, expect, it } from 'vitest';
import { hasOwnSettings, startingFiles } from './process-starts.ts';
import { sourceFiles, type SourceFile } from './source-files.ts';

/**
 * Patterns that make a test slow or flaky -> the files of the default run that may match, each with its
 * reason. The full run (`*.full.test.ts`) may do all of this.
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
      'app/core/generation/run/provider-call.test.ts': 'stands still, so that a timer is due before another',
      'tests/integration/api-keys/find.test.ts': 'polls',
    },
  },
  {
    name: 'measures time',
    pattern: /process\.cpuUsage\(|performance\.now\(|hrtime|await measure\(/,
    allowed: {
      'app/core/accounts/credentials/password.test.ts': 'fewer than 16 ms of processor time hash nothing',
      'app/core/catalogue/tokens/count-tokens.test.ts': 'processor time in a turn has a bound',
      'app/http/body/json-text.test.ts': 'processor time has a bound',
      'tests/hostile/growth.test.ts': 'processor time has a bound',
      'tests/integration/generation/log-lifetime.test.ts': 'sets a deadline of the past',
    },
  },
];

const SELF = 'tests/architecture/suite-policy.test.ts';

/** Test files of the default run, and their set-up. */
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

const OWN_PROGRAM = 'a sample of the documents is a program';
const FULL = 'in the full run alone';
const LAUNCH = 'tests what starts, names and ends processes';

/** Files of the default run, or folders of them, that may start processes -> the reason. */
const STARTS: Record<string, string> = {
  'scripts/launch/': LAUNCH,
  'tests/built/external-packages.test.ts': 'copies what the image holds, and runs it',
  'tests/architecture/process-flags.test.ts': 'asks Node whether it takes the flags',
  'tests/api/hub/code-samples.test.ts': OWN_PROGRAM,
  'tests/api/docs/examples.test.ts': 'asks Python whether the samples are programs',
  'tests/faults/start/start.test.ts': 'the starts',
  'tests/faults/mid-stream.test.ts': 'the kills of worker and web',
  'tests/faults/crash/': 'kills at a step of a reply or a top-up',
  'tests/faults/jobs/media.test.ts': 'makes one of every call when its worker dies',
  'tests/http/hub/drain.test.ts': 'SIGTERM in mid-stream',
  'tests/http/hub/paused-worker.test.ts': 'a worker that stands still',
  'tests/integration/generation/redis-cluster.test.ts': 'kills a node of a Redis Cluster',
  'tests/http/silence/redis.test.ts': 'a Redis that is silent from the start of both processes on',
  'tests/http/secrets/secrets.test.ts': 'searches all that both processes write',
  'tests/http/auth/profile.test.ts': 'pages of an installation that sends mail',
  'tests/http/auth/reset.test.ts': 'pages of an installation that sends mail',
  'tests/http/site/navigation.test.ts': 'pages of a closed registration',
  'tests/http/site/landing.test.ts': FULL,
  'tests/http/chat/hostile-text.test.ts': FULL,
  'tests/http/billing/checkout.test.ts': FULL,
  'tests/http/billing/top-up.test.ts': FULL,
};

/** Files whose pages need other settings than those of the shared web process -> the settings. */
const OWN_SETTINGS: Record<string, string> = {
  'tests/http/billing/balance.test.ts': 'PAYMENT_URL',
  'tests/http/billing/checkout.test.ts': 'the address of the payment page',
  'tests/http/billing/top-up.test.ts': 'the address of the payment page',
  'tests/http/forms/billing.test.ts': 'the address of the payment page',
  'tests/http/billing/purchases.test.ts': 'APP_TITLE, FEEDBACK_EMAIL',
  'tests/http/clients/suite.ts': 'limits that a client meets',
  'tests/http/models/figures.test.ts': 'OPENAI_API_KEY',
  'tests/http/replies/open-streams.test.ts': 'LIMIT_STREAMS',
  'tests/http/site/landing.test.ts': 'OPENAI_API_KEY, DEMO_URL, SIGNUP_CREDIT',
  'tests/http/site/navigation.test.ts': 'what an operator may link',
};

const ALL = sourceFiles(['app', 'worker', 'db', 'scripts', 'tests'], /\.tsx?$/).filter(
  ({ place }) => place !== SELF,
);
const ofDefaultRun = ({ place }: SourceFile) => !place.includes('.full.');

function testsThatStart(): string[] {
  const starting = startingFiles(ALL);
  const tests = ALL.filter(({ place }) => /\.test\.tsx?$/.test(place)).filter(ofDefaultRun);
  return tests.map(({ place }) => place).filter((place) => starting.has(place));
}

function filesWithOwnSettings(): string[] {
  return ALL.filter(ofDefaultRun)
    .filter(hasOwnSettings)
    .map(({ place }) => place);
}

describe('no test of the default run starts a process', () => {
  /** The exception that names a file, or its folder. */
  const exceptionOf = (place: string) =>
    Object.keys(STARTS).find((one) => place === one || (one.endsWith('/') && place.startsWith(one)));

  it('directly or by a helper', () => {
    expect(testsThatStart().filter((place) => !exceptionOf(place))).toEqual([]);
  });

  it('by settings of its own for the shared web process', () => {
    expect(filesWithOwnSettings().filter((place) => !(place in OWN_SETTINGS))).toEqual([]);
  });

  it('the exceptions are still needed', () => {
    const used = new Set(testsThatStart().map(exceptionOf));
    expect(Object.keys(STARTS).filter((one) => !used.has(one))).toEqual([]);
    const own = filesWithOwnSettings();
    expect(Object.keys(OWN_SETTINGS).filter((one) => !own.includes(one))).toEqual([]);
  });

  it('control: finds a start by a helper, ignores a type and the shared web process', () => {
    const files = [
      ['tests/api/direct.test.ts', "import { spawn } from 'node:child_process';"],
      ['tests/api/helped.test.ts', "import { openStage } from './stage.ts';"],
      ['tests/api/stage.ts', "import { startWebAndWorker } from '#tests/setup/web-and-worker.ts';"],
      ['tests/api/typed.test.ts', "import type { WebProcess } from '#tests/setup/web-process.ts';"],
      ['tests/api/shared.test.ts', "import { useWeb } from '#tests/setup/web.ts';"],
    ].map(([place = '', text = '']) => ({ place, text }));
    expect([...startingFiles(files)]).toEqual([
      'tests/api/direct.test.ts',
      'tests/api/helped.test.ts',
      'tests/api/stage.ts',
    ]);
    const text = "process.env.PAYMENT_URL = 'x';\nconst web = useWeb();";
    expect(hasOwnSettings({ place: 'tests/http/a.test.ts', text })).toBe(true);
  });
});
