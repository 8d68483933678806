import { expect, it } from 'vitest';
import { fillIn, placeholdersOf } from './fill-in.ts';

it('replaces placeholders at every occurrence, and does not read inserted values again', () => {
  expect(fillIn('{{a}} {{b-c}} {{a}} {d}', { a: '{{b-c}}', 'b-c': '$1' })).toBe('{{b-c}} $1 {{b-c}} {d}');
});

it('throws for a placeholder without a value', () => {
  expect(() => fillIn('{{nothing}}', {})).toThrow('nothing');
});

it('names the placeholders of a text', () => {
  expect(placeholdersOf('{{a}} {{b-c}} {{a}} {{ d }}')).toEqual(['a', 'b-c', 'a']);
});
