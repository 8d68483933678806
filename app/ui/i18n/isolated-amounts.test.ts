import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = path.resolve('app/ui/i18n/locales/ar-EG');
/** A placeholder for an amount of money in a text. */
const AMOUNT = /(.?)\{\{(?:input|most|needed|available|cost|amount|held|spent|cap)\}\}(.?)/gu;
const [OPEN, CLOSE] = ['\u2066', '\u2069'];

// Without isolation the currency sign of an amount moves to the wrong side of its number.
describe('amounts in Arabic', () => {
  it.each(readdirSync(FOLDER))('are isolated from the text around them in %s', (file) => {
    const text = readFileSync(path.join(FOLDER, file), 'utf8');
    const bare = [...text.matchAll(AMOUNT)].filter(
      ([, before, after]) => before !== OPEN || (after !== CLOSE && after !== ' '),
    );
    expect(bare.map(([found]) => found)).toEqual([]);
  });
});
