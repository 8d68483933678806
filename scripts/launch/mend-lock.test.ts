import { describe, expect, it } from 'vitest';
import { mendLock, platformOf } from './mend-lock.mjs';

const lockOf = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages });

describe('mendLock', () => {
  it('adds the optional platform packages that the registry did not have', () => {
    const { lock, added } = mendLock(
      lockOf({
        '': { name: 'app' },
        'node_modules/thing': {
          version: '2.0.0',
          dev: true,
          optionalDependencies: { '@thing/linux-x64-gnu': '2.0.0', '@thing/darwin-arm64': '^2.0.0' },
        },
        'node_modules/@thing/linux-x64-gnu': { version: '2.0.0', optional: true },
      }),
    );
    expect(added).toEqual(['@thing/darwin-arm64']);
    expect(lock).toMatchObject({
      lockfileVersion: 3,
      packages: {
        'node_modules/@thing/darwin-arm64': {
          version: '2.0.0',
          os: ['darwin'],
          cpu: ['arm64'],
          dev: true,
          optional: true,
        },
      },
    });
  });

  it('finds an entry where Node would: beside the package or above it', () => {
    const { added } = mendLock(
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
    expect(added).toEqual([]);
  });

  it('removes download addresses and leaves the given lock as it was', () => {
    const lock = lockOf({
      '': {},
      'node_modules/a': { version: '1.0.0', resolved: 'https://somewhere/a.tgz' },
    });
    const mended = mendLock(lock);
    expect(mended.addresses).toBe(1);
    expect(JSON.stringify(mended.lock)).not.toContain('resolved');
    expect(JSON.stringify(lock)).toContain('resolved');
  });
});

describe('platformOf', () => {
  it.each([
    ['@x/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
    ['@x/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
    ['@x/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
    ['@x/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
    ['fsevents', { os: ['darwin'] }],
    ['@x/darwin-universal', { os: ['darwin'] }],
  ])('reads %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  it('refuses a name that says nothing, which would be installed everywhere', () => {
    expect(() => platformOf('left-pad')).toThrow(/names no platform/);
  });
});
