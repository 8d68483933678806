/**
 * The role of a character for tokens. `gram`: of a script without spaces between words, or with particles
 * that are attached to them. `sign`: an emoji. `none`: between words.
 */
export type CharacterKind = 'none' | 'word' | 'gram' | 'sign';

const GRAM =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

const WORD = /[\p{L}\p{N}\p{M}]/u;

const SIGN = /\p{Extended_Pictographic}/u;

const ASCII: readonly CharacterKind[] = Array.from({ length: 0x80 }, (_, code) => kindOf(code));

/** Remembered kinds of the basic plane; 0: not known yet. */
const known = new Uint8Array(0x10000);

const KINDS = ['none', 'word', 'gram', 'sign'] as const;

/** The kind of a code point of folded text. */
export function characterKind(code: number): CharacterKind {
  if (code < 0x80) return ASCII[code]!;
  if (code >= known.length) return kindOf(code);
  const index = known[code]!;
  if (index > 0) return KINDS[index - 1]!;
  const kind = kindOf(code);
  known[code] = KINDS.indexOf(kind) + 1;
  return kind;
}

function kindOf(code: number): CharacterKind {
  const character = String.fromCodePoint(code);
  if (GRAM.test(character)) return 'gram';
  if (WORD.test(character)) return 'word';
  return code >= 0x80 && SIGN.test(character) ? 'sign' : 'none';
}

/** The end of the run of one kind that begins at a position of folded text. */
export function endOfRun(text: string, from: number, kind: CharacterKind): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if (characterKind(code) !== kind) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

const CONJUNCTIONS = 'وف';

const PREPOSITIONS = 'بكل';

const ARTICLE = 'ال';

const MIN_STEM = 3;

/**
 * The stems of an Arabic word, longest first: without the conjunctions, prepositions and the article that are
 * written together with it, as long as three letters remain. Empty for other words.
 * @param word folded
 */
export function arabicStems(word: string): string[] {
  const first = word.charCodeAt(0);
  if (first < 0x0621 || first > 0x064a) return [];
  const stems: string[] = [];
  let rest = word;
  const strip = (length: number) => {
    if (rest.length - length < MIN_STEM) return false;
    rest = rest.slice(length);
    stems.push(rest);
    return true;
  };
  // Without the article a first letter may belong to the word: such a stem is one of several.
  if (CONJUNCTIONS.includes(rest[0]!)) strip(1);
  if (rest.startsWith('لل')) strip(2);
  else if (PREPOSITIONS.includes(rest[0]!)) strip(1);
  if (rest.startsWith(ARTICLE)) strip(ARTICLE.length);
  return stems;
}

/**
 * The stem of an Arabic word in a query: without the article and the letters before it. Letters that may belong
 * to the word stay, because texts have both forms as tokens.
 */
export function arabicStem(word: string): string {
  const match = /^[وف]?[بكل]?ال/.exec(word) ?? /^[وف]?لل/.exec(word);
  const length = match?.[0].length ?? 0;
  return length > 0 && word.length - length >= MIN_STEM ? word.slice(length) : word;
}
