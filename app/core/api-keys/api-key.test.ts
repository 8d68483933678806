import { describe, expect, it } from 'vitest';
import { mayUseModel, stateOf, type ApiKey } from './api-key.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const [PAST, FUTURE] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];
const key = {
  expiresAt: null,
  disabledAt: null,
  revokedAt: null,
  overlapUntil: null,
} as Partial<ApiKey> as ApiKey;

describe('a key', () => {
  it.each([
    [{}, 'active'],
    [{ disabledAt: PAST }, 'disabled'],
    [{ expiresAt: FUTURE }, 'active'],
    [{ expiresAt: NOW }, 'expired'],
    [{ overlapUntil: FUTURE }, 'active'],
    [{ overlapUntil: NOW }, 'replaced'],
    [{ revokedAt: PAST }, 'revoked'],
    [{ expiresAt: PAST, disabledAt: PAST }, 'expired'],
    [{ overlapUntil: PAST, expiresAt: PAST }, 'replaced'],
    [{ revokedAt: PAST, overlapUntil: PAST, expiresAt: PAST, disabledAt: PAST }, 'revoked'],
  ])('with %j is %s', (facts, state) => {
    expect(stateOf({ ...key, ...facts }, NOW)).toBe(state);
  });

  it('may be used only for the models in its list', () => {
    expect(mayUseModel({ models: null }, 'a/b')).toBe(true);
    expect(mayUseModel({ models: ['a/b'] }, 'a/b')).toBe(true);
    expect(mayUseModel({ models: ['a/b'] }, 'a/b-large')).toBe(false);
    expect(mayUseModel({ models: [] }, 'a/b')).toBe(false);
  });
});
