import { describe, expect, it } from 'vitest';
import { beginningOf, fitsAddress, newChatHref, PROMPT_MAX, readPrompt } from './prompt-address.ts';

describe('a prompt in an address', () => {
  it.each([
    ['a', 6000],
    ['川', 666],
    ['🌊', 500],
  ])('fits with as many %s as the address may carry', (letter, count) => {
    expect(fitsAddress(letter.repeat(count))).toBe(true);
    expect(fitsAddress(letter.repeat(count + 1))).toBe(false);
  });

  it('is cut to a beginning that fits', () => {
    expect(beginningOf('short')).toBe('short');
    for (const letter of ['a', '川', '🌊', '&'])
      expect(fitsAddress(beginningOf(letter.repeat(9000)))).toBe(true);
  });

  it('is read from either field as it was written, and cut between two characters', () => {
    const read = (query: Record<string, string>) => readPrompt(new URLSearchParams(query));
    const text = ' a\n\u200Bb\u0007 ';
    expect(read({ q: text })).toEqual({ prompt: text, isCut: false });
    expect(read({ q: 'second', prompt: 'first' })).toEqual({ prompt: 'first', isCut: false });
    expect(read({ q: '' })).toEqual({ prompt: null, isCut: false });
    expect(read({ q: 'a'.repeat(PROMPT_MAX) }).isCut).toBe(false);
    const whole = `${'a'.repeat(PROMPT_MAX - 1)}🌊b`;
    expect(read({ q: whole })).toEqual({ prompt: 'a'.repeat(PROMPT_MAX - 1), isCut: true });
  });

  it('is the text of the box of a new chat, whatever it contains', () => {
    const text = 'a&model=evil#"><script>\n';
    const query = new URL(newChatHref({ text, model: 'acme/one' }), 'http://own.invalid').searchParams;
    expect([query.get('prompt'), query.get('model')]).toEqual([text, 'acme/one']);
    expect(newChatHref({ text: '', model: '' })).toBe('/chat/new');
  });
});
