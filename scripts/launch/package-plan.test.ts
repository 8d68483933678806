import { describe, expect, it } from 'vitest';
import { describe as inWords } from './install-packages.mjs';
import { commandsOf, isLockOf, placesNeededBy, planPackages, withAddresses } from './package-plan.mjs';

const WANTED = {
  '': { name: 'app' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/b': { version: '1.0.0' },
  'node_modules/a-linux': { version: '1.0.0', optional: true },
  'node_modules/tool': { version: '3.0.0', dev: true },
};
const INSTALLED = { ...WANTED };

/** The plan for these recorded packages, with the files of all but `gone` present. */
function plan(recorded: Record<string, object> | null, more: { development?: boolean; gone?: string } = {}) {
  const { development = false, gone = '' } = more;
  return planPackages({ wanted: WANTED, recorded, development, isThere: (place) => place !== gone });
}

describe('planPackages', () => {
  it('fetches everything but tools and optional packages into an empty folder', () => {
    expect(plan(null)).toEqual({
      kept: new Set(),
      missing: ['node_modules/a', 'node_modules/a/node_modules/b'],
      damaged: [],
      stale: [],
    });
  });

  it('adds the tools for development, and keeps installed packages', () => {
    const { 'node_modules/tool': _tool, '': _root, ...lean } = INSTALLED;
    expect(plan(lean).missing).toEqual([]);
    const { kept, missing } = plan(lean, { development: true });
    expect([...kept]).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/a-linux']);
    expect(missing).toEqual(['node_modules/tool']);
  });

  it('fetches a package of another version again, with those nested in it', () => {
    const { missing, kept } = plan({ ...INSTALLED, 'node_modules/a': { version: '0.9.0' } });
    expect(missing).toEqual(['node_modules/a', 'node_modules/a/node_modules/b']);
    expect([...kept]).toEqual(['node_modules/a-linux']);
  });

  it('keeps a tool of another version if no tool is needed', () => {
    const old = { ...INSTALLED, 'node_modules/tool': { version: '2.0.0' } };
    expect(plan(old).missing).toEqual([]);
    expect(plan(old, { development: true }).missing).toEqual(['node_modules/tool']);
  });

  it.each(['node_modules/a/node_modules/b', 'node_modules/a-linux'])(
    'fetches %s again when its files are missing',
    (gone) => {
      expect(plan(INSTALLED, { gone })).toMatchObject({ missing: [gone], damaged: [gone] });
    },
  );

  it('names packages that are no longer in the lock file', () => {
    const old = { ...INSTALLED, 'node_modules/a/node_modules/old': { version: '1.0.0' } };
    expect(plan(old).stale).toEqual(['node_modules/a/node_modules/old']);
  });
});

describe('withAddresses', () => {
  it('adds the address of each package at the registry, also under another name', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/@scope/one': { version: '1.0.0' },
        'node_modules/@scope/one/node_modules/two': { version: '2.0.0', name: 'three' },
        'node_modules/bundled': { version: '1.0.0', inBundle: true },
      },
    };
    const addresses = Object.values(withAddresses(lock, 'https://packages.example/').packages).map(
      ({ resolved }) => resolved,
    );
    expect(addresses).toEqual([
      undefined,
      'https://packages.example/@scope/one/-/one-1.0.0.tgz',
      'https://packages.example/three/-/three-2.0.0.tgz',
      undefined,
    ]);
    expect(JSON.stringify(lock)).not.toContain('resolved');
  });
});

it('isLockOf compares dependencies in any order', () => {
  const packages = { '': { dependencies: { a: '1', b: '2' } } };
  expect(isLockOf({ name: 'x', dependencies: { b: '2', a: '1' } }, { packages })).toBe(true);
  expect(isLockOf({ dependencies: { a: '1' } }, { packages })).toBe(false);
  expect(isLockOf({ dependencies: { a: '1' }, devDependencies: { b: '2' } }, { packages })).toBe(false);
});

it('commandsOf prefers the first package of the lock file for a duplicate command', () => {
  const packages = {
    'node_modules/tsc': { version: '1.0.0', bin: { tsc: 'bin/tsc' } },
    'node_modules/tsc-native': { version: '1.0.0', bin: { tsc: 'tsc.js', tsd: 'tsd.js' } },
    'node_modules/tsc/node_modules/c': { version: '1.0.0', bin: { c: 'c.js' } },
    'node_modules/other': { version: '1.0.0', bin: { other: 'other.js' } },
  };
  const places = new Set(Object.keys(packages).filter((place) => place !== 'node_modules/other'));
  expect(Object.fromEntries(commandsOf(packages, places))).toEqual({
    'node_modules/.bin/tsc': { place: 'node_modules/tsc', file: 'bin/tsc' },
    'node_modules/.bin/tsd': { place: 'node_modules/tsc-native', file: 'tsd.js' },
    'node_modules/tsc/node_modules/.bin/c': { place: 'node_modules/tsc/node_modules/c', file: 'c.js' },
  });
});

it('placesNeededBy finds dependencies like Node: below a package, beside it, and at the top', () => {
  const packages = {
    '': { dependencies: { a: '1', tool: '1' } },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
    'node_modules/a-linux': { optional: true },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' }, peerDependencies: { d: '1', e: '1' } },
    'node_modules/b': {},
    'node_modules/c': { dependencies: { a: '1' } },
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/tool': {},
  };
  Object.assign(packages['node_modules/a/node_modules/b'], {
    peerDependenciesMeta: { e: { optional: true } },
  });
  expect([...placesNeededBy(packages, ['a', 'never-installed'])].sort()).toEqual([
    'node_modules/a',
    'node_modules/a-linux',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/d',
  ]);
});

it.each([
  [plan(null), false, '2 packages'],
  [plan(null), true, '2 packages: an interrupted installation is completed'],
  [plan({ 'node_modules/a': { version: '1.0.0' } }), false, '1 package: added to those that are there'],
  [
    plan(INSTALLED, { gone: 'node_modules/a/node_modules/b' }),
    false,
    '1 package: the files of 1 were gone or of another version',
  ],
  [plan(INSTALLED), true, 'cleared after an interrupted installation'],
])('describe explains the work that was done: %#', (done, wasInterrupted, words) => {
  expect(inWords(done, wasInterrupted).done).toBe(words);
});
