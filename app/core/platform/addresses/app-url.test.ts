import { expect, it } from 'vitest';
import { isLoopback } from './app-url.ts';

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://127.8.9.1:80', true],
  ['http://[::1]:3000', true],
  ['http://0.0.0.0:3000', false],
  ['https://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://10.0.0.1', false],
])('isLoopback(%s) is %s', (url, loopback) => {
  expect(isLoopback(url)).toBe(loopback);
});
