import { describe, expect, it } from 'vitest';
import { flashCookie, takeFlash } from './flash.server.ts';

const flash = { severity: 'success', key: 'common:saved', params: { name: 'a; b=c' } } as const;

describe('flash', () => {
  it('is returned once, with the header that removes it', () => {
    const header = flashCookie(flash).split(';')[0] ?? '';
    const taken = takeFlash(`lang=auto; ${header}`);
    expect(taken.flash).toEqual(flash);
    expect(new Headers(taken.headers).get('set-cookie')).toContain('toast=;');
  });

  it('is null without its cookie', () => {
    expect(takeFlash('lang=auto')).toEqual({ flash: null, headers: {} });
  });

  it('has a button that undoes one of two actions, and no other', () => {
    const take = (undo: object) =>
      takeFlash(`toast=${encodeURIComponent(JSON.stringify({ ...flash, undo }))}`).flash;
    const undo = { intent: 'restore', target: 'an id', leaves: true };
    expect(take(undo)).toEqual({ ...flash, undo });
    expect([take({ ...undo, intent: 'clear' }), take({ intent: 'archive' })]).toEqual([null, null]);
  });

  it.each(['%', 'null', '{}', encodeURIComponent('{"severity":"loud","key":"x"}')])('refuses %s', (value) => {
    expect(takeFlash(`toast=${value}`).flash).toBeNull();
  });
});
