import { describe, expect, it } from 'vitest';
import { isSendKey } from './TextArea.tsx';

const ENTER = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

describe('the key that sends a message', () => {
  it('is Enter', () => {
    expect(isSendKey(ENTER)).toBe(true);
  });

  it.each([
    ['another key', { key: 'a', keyCode: 65 }],
    ['Enter with Shift, which adds a line', { shiftKey: true }],
    ['Enter of an input method', { isComposing: true }],
    ['Enter that ends a composition in Safari', { keyCode: 229 }],
  ])('is not %s', (_name, changes) => {
    expect(isSendKey({ ...ENTER, ...changes })).toBe(false);
  });
});
