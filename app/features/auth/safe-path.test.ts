import { expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

it.each([
  ['/chat/123', '/chat/123'],
  ['/search/a%20b?page=2', '/search/a%20b?page=2'],
  ['/loginform', '/loginform'],
  ['//evil.example/x', '/chat/new'],
  ['/\\evil.example', '/chat/new'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['/\t/evil.example', '/chat/new'],
  ['/.//evil.example', '/chat/new'],
  ['https://evil.example', '/chat/new'],
  ['javascript:alert(1)', '/chat/new'],
  ['/login?redirectTo=/login', '/chat/new'],
  ['/logout', '/chat/new'],
  ['/api/user', '/chat/new'],
  ['', '/chat/new'],
  [null, '/chat/new'],
  [['/a'], '/chat/new'],
])('%j leads to %s', (wanted, path) => {
  expect(safePath(wanted)).toBe(path);
});
