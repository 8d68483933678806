import { describe, expect, it } from 'vitest';
import { countTokens, tokenMargin } from './count-tokens.ts';
import { maxTokensOf, maxOutputTokensOf, spreadText } from './max-tokens.ts';

/** Texts for which an unknown tokenizer needs, at worst, a token for each byte. */
const BYTE_A_TOKEN: [string, string][] = [
  ['Amharic', 'ሰላም ለዓለም ሁሉ ይሁን '],
  ['Khmer', 'សួស្តីពិភពលោក '],
  ['Tibetan', 'བཀྲ་ཤིས་བདེ་ལེགས། '],
  ['rare Han', '龘靐齉爩鱻麤'],
  ['emoji', '🚣🏽‍♀️👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['lone halves', '\ud83d\ud83d\udea3 '],
  ['digits', '3141592653589793 '],
  ['spaces', ' '.repeat(64)],
  ['line breaks', '\n\n\r\n\t'],
  ['signs', '=====-----*****'],
  ['control characters', '\u0000\u0001\u007f'],
];

describe('the max tokens of a text', () => {
  it.each(BYTE_A_TOKEN)('of %s are its bytes when we do not have the tokenizer', async (_name, text) => {
    const long = text.repeat(200);
    // A single space belongs to the word after it.
    const bytes = Buffer.byteLength(long.replaceAll(/(?<! ) /g, ''));
    expect(await maxOutputTokensOf(long, 'claude')).toBeGreaterThanOrEqual(bytes);
  });

  it('of prose are little more than twice its count, so that holds are not needlessly large', async () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and the others follow it home. '.repeat(50);
    const counted = await countTokens(prose, 'o200k');
    const max = await maxOutputTokensOf(prose, 'gemini');
    expect(max).toBeGreaterThanOrEqual(counted * tokenMargin('gemini'));
    expect(max).toBeLessThan(counted * 2.8);
  });

  it('are the count when the counter is the maker’s own', async () => {
    const text = 'Hello 世界 ሰላም 12345';
    expect(await maxOutputTokensOf(text, 'o200k')).toBe(await countTokens(text, 'o200k'));
    expect(maxTokensOf({ letters: 1e6, others: 1e6 }, 10.2, 'cl100k')).toBe(11);
  });

  it('are never fewer than the count with the margin of the family', () => {
    expect(maxTokensOf({ letters: 10, others: 0 }, 500, 'claude')).toBe(500);
  });

  it('are computed for a text of millions of characters', () => {
    const spread = { letters: 0, others: 0 };
    const text = 'aé世🚣'.repeat(1_000_000);
    spreadText(text, spread);
    expect(spread).toEqual({ letters: 1_000_000, others: 9_000_000 });
  });
});
