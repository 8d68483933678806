/** Makes a text of about this number of characters. */
export type Shape = (size: number) => string;

export const repeated =
  (unit: string): Shape =>
  (size) =>
    unit.repeat(Math.max(1, Math.floor(size / unit.length)));

/** One part before, one after: half of the text is opening, half closing. */
const nested =
  (open: string, close: string): Shape =>
  (size) => {
    const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
    return open.repeat(depth) + close.repeat(depth);
  };

/** A run that does not end as a regular expression expects. */
const beforeLetter =
  (unit: string): Shape =>
  (size) =>
    `x${repeated(unit)(size)}x`;

/** Characters of a range without order, the same in every run. */
function mixed(from: number, to: number): Shape {
  return (size) => {
    let state = 7;
    let text = '';
    while (text.length < size) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      text += String.fromCodePoint(from + ((state >> 8) % (to - from)));
    }
    return text;
  };
}

/** Texts that an attacker would send to block a process: worst cases of parsers and regular expressions. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'one letter': repeated('a'),
  alternating: repeated('ab'),
  'letters without order': mixed(0x61, 0x7b),
  words: repeated('word '),
  spaces: beforeLetter(' '),
  tabs: beforeLetter('\t'),
  'line breaks': beforeLetter('\n'),
  'CRLF mixes': repeated('\r\n\r\r\n\n'),
  'spaces and line breaks': beforeLetter(' \n'),
  digits: repeated('1'),
  'digits before a letter': beforeLetter('0'),
  dots: beforeLetter('.'),
  commas: repeated(','),
  semicolons: repeated('; '),
  equals: repeated('a=;'),
  slashes: beforeLetter('/'),
  backslashes: repeated('\\'),
  'escaped quotation marks': repeated('\\"'),
  backticks: repeated('`'),
  'fences of all lengths': (size) => {
    let text = '';
    for (let length = 1; text.length < size; length += 1) text += `${'`'.repeat(length)} `;
    return text;
  },
  tildes: repeated('~'),
  'lone dollars': repeated('$a '),
  'emphasis runs': repeated('*a_'),
  stars: beforeLetter('*'),
  underscores: repeated('_'),
  'open brackets': repeated('['),
  'nested brackets': nested('[', ']'),
  'nested round brackets': nested('(', ')'),
  'nested braces': nested('{', '}'),
  links: repeated('[a](b '),
  images: repeated('![a]('),
  'list marks': repeated('- '),
  'nested lists': repeated('1. - '),
  'nested quotes': repeated('> '),
  'quotation marks': repeated('"'),
  'single quotes': repeated("'s"),
  headings: repeated('# a\n'),
  'underlined headings': repeated('a\n=\n'),
  footnotes: repeated('[^1]: a\n'),
  definitions: repeated('[a]: <b\n'),
  'table pipes': repeated('|a'),
  'table rows': repeated('|-|\n'),
  'tags like HTML': repeated('<a '),
  'open comments': repeated('<!--'),
  entities: repeated('&amp'),
  'number entities': repeated('&#x1'),
  'URL-like': repeated('http://a.'),
  'e-mail-like': repeated('a@a.'),
  'percent signs': repeated('%e2%'),
  base64: repeated('QUJD+/=='),
  'UUID-like': repeated('0190a3c4-'),
  'key-like': repeated('sk-***'),
  bearer: repeated('bearer '),
  'deep JSON': nested('[', ']'),
  'deep JSON objects': (size) =>
    `${'{"a":'.repeat(Math.floor(size / 6))}1${'}'.repeat(Math.floor(size / 6))}`,
  'long keys': (size) => JSON.stringify({ ['k'.repeat(size / 2)]: 'v'.repeat(size / 2) }),
  'many keys': (size) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: size / 12 }, (_, index) => [`k${index}`, 1]))),
  'many small numbers': (size) => `[${'0,'.repeat(size / 2)}0]`,
  'data lines': repeated('data:\n'),
  'events without data': repeated(':\n\n'),
  'CJK with combining marks': repeated('日\u0301本\u0302'),
  'letters with many marks': (size) => `a${'\u0301'.repeat(size)}`,
  'joined emoji': repeated('👨‍👩‍👧‍👦'),
  flags: repeated('🇩🇪'),
  'zero width': repeated('\u200b\u200d'),
  'bidi controls': repeated('\u202e\u2066'),
  'lone surrogates': mixed(0xd800, 0xe000),
  'private use': mixed(0xe000, 0xf8ff),
  CJK: mixed(0x4e00, 0x9fff),
  Arabic: mixed(0x621, 0x660),
  nulls: repeated('\0'),
  'letters that grow when they are raised': repeated('ﬃß'),
};
