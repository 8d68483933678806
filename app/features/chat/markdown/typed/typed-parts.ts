import { safeUrl } from '../elements/safe-url.ts';
import { fenceOpenedBy, indentOf, isClosedBy, linesOf, type Fence } from '../source/lines.ts';

/** A stretch of a text as it was typed: words, an address, or a fenced block of code. */
export type TypedPart =
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'code'; text: string; language: string };

/** More addresses and blocks of code than a message has; what comes after them stays words. */
const MOST = 300;
const MAX_INDENT = 3;
const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;

/** The parts of a text that is shown as typed. Joined they are the text, but for the marks of fences. Linear. */
export function typedParts(text: string): TypedPart[] {
  const parts: TypedPart[] = [];
  let words: string[] = [];
  let code: { fence: Fence; language: string; lines: string[] } | null = null;
  const endWords = () => {
    const stretch = words.join('\n');
    if (stretch.trim() !== '') linksOf(stretch, parts);
    words = [];
  };
  const endCode = () => {
    if (code) parts.push({ kind: 'code', text: `${code.lines.join('\n')}\n`, language: code.language });
    code = null;
  };
  for (const line of linesOf(text)) {
    if (code) {
      if (isClosedBy(code.fence, line)) endCode();
      else code.lines.push(line);
      continue;
    }
    const fence = indentOf(line) <= MAX_INDENT && parts.length < MOST ? fenceOpenedBy(line) : null;
    if (!fence) words.push(line);
    else {
      endWords();
      code = { fence, language: languageOf(line, fence), lines: [] };
    }
  }
  endWords();
  endCode();
  return parts;
}

function languageOf(line: string, { length }: Fence): string {
  return /^[\w+#.-]{1,40}/.exec(line.trim().slice(length).trimStart())?.[0] ?? '';
}

/** Adds the words and addresses of a stretch to the parts. */
function linksOf(stretch: string, parts: TypedPart[]): void {
  let at = 0;
  for (const { 0: match, index } of stretch.matchAll(ADDRESS)) {
    if (parts.length >= MOST) break;
    const text = withoutPunctuation(match);
    const url = safeUrl(text);
    if (!url) continue;
    if (index > at) parts.push({ kind: 'words', text: stretch.slice(at, index) });
    parts.push({ kind: 'link', text, href: url.href });
    at = index + text.length;
  }
  if (at < stretch.length) parts.push({ kind: 'words', text: stretch.slice(at) });
}

/** An address without what ends the sentence around it; a bracket stays where the address has opened it. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  const hasOpened = address.includes('(');
  while (end > 0) {
    const last = address[end - 1] ?? '';
    if (!'.,;:!?*_~]}'.includes(last) && !(last === ')' && !hasOpened)) break;
    end -= 1;
  }
  return address.slice(0, end);
}
