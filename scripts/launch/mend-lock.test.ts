import { describe, expect, it } from 'vitest';
import { fixLock } from './mend-lock.mjs';

const lockOf = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages });
const integrity = 'sha512-1';

describe('fixLock', () => {
  it('names the optional platform packages that the registry lacks', () => {
    const { missing } = fixLock(
      lockOf({
        '': { name: 'app' },
        'node_modules/thing': {
          version: '2.0.0',
          optionalDependencies: { '@thing/linux-x64-gnu': '2.0.0', '@thing/darwin-arm64': '^2.0.0' },
        },
        'node_modules/@thing/linux-x64-gnu': { version: '2.0.0', optional: true },
      }),
    );
    expect(missing).toEqual(['@thing/darwin-arm64']);
  });

  it('finds an entry like Node: beside the package or above it', () => {
    const { missing } = fixLock(
      lockOf({
        '': {},
        'node_modules/a/node_modules/b': {
          version: '1.0.0',
          optionalDependencies: { 'c-darwin-x64': '1.0.0' },
        },
        'node_modules/a/node_modules/c-darwin-x64': { version: '1.0.0' },
        'node_modules/d': { version: '1.0.0', optionalDependencies: { 'e-darwin-x64': '1.0.0' } },
        'node_modules/d/node_modules/e-darwin-x64': { version: '1.0.0' },
      }),
    );
    expect(missing).toEqual([]);
  });

  it('names the entries without an integrity, except links and bundled packages', () => {
    const { unproven } = fixLock(
      lockOf({
        '': { name: 'app' },
        'node_modules/a': { version: '1.0.0', integrity },
        'node_modules/b': { version: '1.0.0', optional: true, os: ['darwin'] },
        'node_modules/c': { link: true },
        'node_modules/a/node_modules/d': { version: '1.0.0', inBundle: true },
      }),
    );
    expect(unproven).toEqual(['node_modules/b']);
  });

  it('removes download addresses and does not change its input', () => {
    const lock = lockOf({
      '': {},
      'node_modules/a': { version: '1.0.0', resolved: 'https://somewhere/a.tgz' },
    });
    const mended = fixLock(lock);
    expect(mended.addresses).toBe(1);
    expect(JSON.stringify(mended.lock)).not.toContain('resolved');
    expect(JSON.stringify(lock)).toContain('resolved');
  });
});
