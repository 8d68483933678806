import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { expect, it } from 'vitest';
import { needsReload } from './needs-reload.ts';

const from = (before: string, after: string, formMethod?: string, actionResult?: unknown) =>
  needsReload({
    currentUrl: new URL(before, 'http://localhost'),
    nextUrl: new URL(after, 'http://localhost'),
    formMethod,
    actionResult,
    defaultShouldRevalidate: true,
  } as ShouldRevalidateFunctionArgs);

it('reloads the page unless only the form of a message opens or closes', () => {
  expect(from('/chat/a', '/chat/a?edit=m')).toBe(false);
  expect(from('/chat/a?edit=m', '/chat/a')).toBe(false);
  expect(from('/chat/a?model=x&edit=m', '/chat/a?model=x&edit=n')).toBe(false);
  expect(from('/chat/a?edit=m', '/chat/a?again=n')).toBe(false);
  expect(from('/chat/a?again=n', '/chat/a')).toBe(false);
  expect(from('/chat/a', '/chat/a')).toBe(true);
  expect(from('/chat/a?edit=m', '/chat/b')).toBe(true);
  expect(from('/chat/a', '/chat/a?model=x&edit=m')).toBe(true);
  expect(from('/chat/a', '/chat/a?edit=m', 'post')).toBe(true);
});

it('does not reload the page after a rejected action', () => {
  expect(from('/chat/a', '/chat/a', 'post', { ok: false })).toBe(false);
  expect(from('/chat/a', '/chat/a', 'post', { ok: true })).toBe(true);
});
