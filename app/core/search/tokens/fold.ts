/** A text in the form in which texts and queries are compared, with the origin of each of its characters. */
export interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`: the start of its origin in the source. */
  starts: readonly number[];
  /** For each UTF-16 unit of `text`: the end of its origin in the source. */
  ends: readonly number[];
}

/**
 * Marks of Latin, Greek, Cyrillic, Hebrew and Arabic, the Arabic tatweel, and characters without a width. Marks
 * of other scripts are vowels and stay.
 */
const DROPPED: readonly (readonly [first: number, last: number])[] = [
  [0xad, 0xad],
  [0x300, 0x36f],
  [0x483, 0x487],
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c1],
  [0x5c2, 0x5c2],
  [0x5c4, 0x5c4],
  [0x5c5, 0x5c5],
  [0x5c7, 0x5c7],
  [0x610, 0x61a],
  [0x640, 0x640],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x6d6, 0x6dc],
  [0x6df, 0x6e8],
  [0x6ea, 0x6ed],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
  [0x1f3fb, 0x1f3ff],
];

/** Letters that Unicode does not decompose, and forms of one letter that people type for each other. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ø: 'o',
    æ: 'ae',
    œ: 'oe',
    ı: 'i',
    ħ: 'h',
    ŋ: 'ng',
    ŧ: 't',
    ς: 'σ',
    ة: 'ه',
    ى: 'ي',
    ٱ: 'ا',
    ی: 'ي',
    ک: 'ك',
    '‘': "'",
    '’': "'",
    ʼ: "'",
    '‐': '-',
    '‑': '-',
    '−': '-',
    ...digits('٠'),
    ...digits('۰'),
  }),
);

/** The digits of a script, from its zero on, and their ASCII forms. */
function digits(zero: string): Record<string, string> {
  const first = zero.codePointAt(0)!;
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(first + digit), String(digit)]),
  );
}

/** Hangul and kana are compared composed: their marks and jamo are parts of a letter. */
const COMPOSED = /[\u3041-\u30ff\uac00-\ud7a3]/;

const ASCII = /^[\0-\x7f]*$/;

const KATAKANA = /[\u30a1-\u30f6]/g;

const KATAKANA_TO_HIRAGANA = -0x60;

/** Max characters whose folded form is remembered. */
const MAX_REMEMBERED = 8192;

const remembered = new Map<string, string>();

/**
 * Folds a text: lower case, compatibility forms, without accents and vowel signs, one form for letters that
 * stand for each other, katakana as hiragana. The same for texts and queries. Linear; the length may change,
 * so a position in the result is no position in the source.
 */
export function fold(source: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (let at = 0; at < source.length;) {
    const end = endOfLetter(source, at);
    const code = source.charCodeAt(at);
    const folded =
      end === at + 1 && code < 0x80 ? lowerAscii(source, at, code) : foldLetter(source.slice(at, end));
    // A dropped mark belongs to the letter before it.
    if (folded === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    text += folded;
    at = end;
  }
  return { text, starts, ends };
}

/** The text of `fold` alone. */
export function foldText(source: string): string {
  return ASCII.test(source) ? source.toLowerCase() : fold(source).text;
}

function lowerAscii(source: string, at: number, code: number): string {
  return code >= 0x41 && code <= 0x5a ? String.fromCharCode(code + 0x20) : source[at]!;
}

/** The end of a code point, with the marks or jamo that Unicode composes with it in kana and Hangul. */
function endOfLetter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x1100) return at + 1;
  const next = text.charCodeAt(at + 1);
  if (code >= 0xd800 && code <= 0xdbff) return next >= 0xdc00 && next <= 0xdfff ? at + 2 : at + 1;
  const isKana = (code >= 0x3041 && code <= 0x30ff) || (code >= 0xff66 && code <= 0xff9d);
  if (isKana && (next === 0x3099 || next === 0x309a || next === 0xff9e || next === 0xff9f)) return at + 2;
  if (code <= 0x115f && next >= 0x1160 && next <= 0x11a7) {
    const last = text.charCodeAt(at + 2);
    return last >= 0x11a8 && last <= 0x11ff ? at + 3 : at + 2;
  }
  return at + 1;
}

function foldLetter(letter: string): string {
  const known = remembered.get(letter);
  if (known !== undefined) return known;
  const composed = letter.normalize('NFKC');
  const folded = COMPOSED.test(composed)
    ? composed
        .toLowerCase()
        .replaceAll(KATAKANA, (one) => String.fromCharCode(one.charCodeAt(0) + KATAKANA_TO_HIRAGANA))
    : Array.from(letter.normalize('NFKD').toLowerCase(), (one) =>
        isDropped(one) ? '' : (LETTERS.get(one) ?? one),
      ).join('');
  if (remembered.size < MAX_REMEMBERED) remembered.set(letter, folded);
  return folded;
}

function isDropped(character: string): boolean {
  const code = character.codePointAt(0)!;
  return DROPPED.some(([first, last]) => code >= first && code <= last);
}
