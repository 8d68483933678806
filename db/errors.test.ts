import { expect, it } from 'vitest';
import { duplicateKey } from './errors.ts';

const broken = (message: string, code = 'ER_DUP_ENTRY') => Object.assign(new Error(message), { code });

it('returns the index name, whatever the value contains', () => {
  expect(duplicateKey(broken("Duplicate entry 'a@b.test' for key 'users_email'"))).toBe('users_email');
  expect(duplicateKey(broken("Duplicate entry 'it's for key 'users_email'' for key 'users_username'"))).toBe(
    'users_username',
  );
  expect(duplicateKey(broken("Duplicate entry 'x' for key 'users.users_username'"))).toBe(
    'users.users_username',
  );
});

it('returns null for other errors', () => {
  expect(duplicateKey(broken("Column 'email' cannot be null", 'ER_BAD_NULL_ERROR'))).toBeNull();
  expect(duplicateKey(new Error("for key 'users_email'"))).toBeNull();
  expect(duplicateKey('users_email')).toBeNull();
});
