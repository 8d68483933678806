import { expect, it } from 'vitest';
import { cut } from './in-pieces.ts';

it.each(['', 'Hi', 'a'.repeat(40), 'a'.repeat(1000), `${'a'.repeat(39)}🚣🏽${'🚣'.repeat(100)}`])(
  'cuts a text into short pieces of whole characters: %s',
  (text) => {
    const pieces = [...cut(text)];
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeGreaterThan(0);
      expect(piece.length).toBeLessThanOrEqual(40);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  },
);
