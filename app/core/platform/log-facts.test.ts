import { expect, it } from 'vitest';
import { withoutSecrets } from './log-facts.ts';

it('redacts secrets at any depth, also in lists, and does not change its input', () => {
  const logged = {
    user: { name: 'a', password: 'p' },
    keys: [{ list: { deeper: { apiKey: 'k', id: 1 } } }],
    token: null,
  };
  const before = structuredClone(logged);
  expect(withoutSecrets(logged)).toEqual({
    user: { name: 'a', password: '[redacted]' },
    keys: [{ list: { deeper: { apiKey: '[redacted]', id: 1 } } }],
    token: '[redacted]',
  });
  expect(logged).toEqual(before);
});

it('redacts secrets in objects without a prototype or with one of their own', () => {
  class Account {
    password = 'p';
  }
  const bare: object = Object.assign(Object.create(null) as object, { token: 't' });
  expect(withoutSecrets({ bare, account: new Account() })).toEqual({
    bare: { token: '[redacted]' },
    account: { password: '[redacted]' },
  });
});

it('returns the same object when there is nothing to redact', () => {
  const logged = { requestId: 'r', at: new Date(0), err: new Error('no'), list: [1, { two: 2 }] };
  expect(withoutSecrets(logged)).toBe(logged);
});

it('stops at objects that contain themselves', () => {
  const logged: Record<string, unknown> = { name: 'a' };
  logged.self = logged;
  expect(JSON.stringify(withoutSecrets(logged))).toContain('[deep]');
});
