import { expect, it } from 'vitest';
import { cleanTitle } from './title.ts';

it.each([
  ['"Cats and dogs."', 'Cats and dogs'],
  ['Title: **Cats**\nand more', 'Cats'],
  ['## 「猫」。', '猫'],
  ['***', ''],
  ['Cats ... and dogs...', 'Cats ... and dogs'],
])('turns %j into the title %j', (text, title) => {
  expect(cleanTitle(text)).toBe(title);
});
