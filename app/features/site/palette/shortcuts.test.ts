import { expect, it } from 'vitest';
import { SHORTCUTS, shortcutOf } from './shortcuts.ts';

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

it.each([
  ['KeyK', { ctrlKey: true }, 'search'],
  ['KeyK', { metaKey: true }, 'search'],
  ['Slash', { ctrlKey: true }, 'search'],
  ['Slash', { ctrlKey: true, shiftKey: true }, 'shortcuts'],
  ['KeyO', { ctrlKey: true, shiftKey: true }, 'newChat'],
  ['Escape', {}, 'stop'],
  ['Escape', { shiftKey: true }, 'focus'],
  ['Backspace', { metaKey: true, shiftKey: true }, 'deleteChat'],
  // Without their modifiers, or with Alt, keys belong to the text.
  ['KeyK', {}, undefined],
  ['KeyO', { ctrlKey: true }, undefined],
  ['KeyK', { ctrlKey: true, altKey: true }, undefined],
  ['KeyK', { ctrlKey: true, shiftKey: true }, undefined],
])('%s with %j is %s', (code, modifiers, name) => {
  expect(shortcutOf({ code, ...NONE, ...modifiers })).toBe(name);
});

it('no two shortcuts have the same keys', () => {
  const keys = SHORTCUTS.flatMap(({ codes, mod, shift }) => codes.map((code) => `${mod} ${shift} ${code}`));
  expect(new Set(keys).size).toBe(keys.length);
});
