import { fenceOpenedBy, indentOf, isClosedBy, type Fence } from '../source/lines.ts';

/** Enough of a line to tell what it begins; a name has at most 999 letters. */
const HEAD = 1010;
const CONTINUES = /^(?: {2,}|\t|[-*+] |\d{1,9}[.)] |>)/;
/** The beginning of such a line, while the rest of it has not arrived. */
const MAY_CONTINUE = /^(?: |[-*+]|\d{1,9}[.)]?)$/;
/** `[name]: address` and `[^note]: text` reach across the whole text. */
const DEFINITION = /^ {0,3}\[[^\]]{1,999}\]:/;

interface BlockSplitter {
  /** Takes the next piece. @returns the blocks that are complete now, whatever follows */
  push: (piece: string) => string[];
  /** The block that is not complete yet. */
  open: () => string;
  /** A definition has come, which the blocks before it may refer to. */
  hasDefinition: () => boolean;
}

/**
 * Splits Markdown that grows into top-level blocks, each of which renders by itself as it would within the whole.
 * Joined, the blocks are the source. Every letter is looked at once, however the source is cut into pieces.
 */
export function createBlockSplitter(): BlockSplitter {
  /** The lines of the open block that are complete, and the one that is not. */
  let lines = '';
  let line = '';
  let fence: Fence | '$$' | null = null;
  let isAfterBlank = false;
  let hasDefinition = false;
  let isHeadKnown = false;

  /** Looks at how the line begins. @returns the block that it puts an end to, if any */
  function readHead(): string[] {
    if (isHeadKnown || fence !== null) return [];
    isHeadKnown = line.length >= HEAD;
    const head = line.slice(0, HEAD);
    hasDefinition ||= DEFINITION.test(head);
    const begins = isAfterBlank && lines !== '' && head.trim() !== '';
    if (!begins || CONTINUES.test(head) || MAY_CONTINUE.test(head)) return [];
    const block = lines;
    lines = '';
    return [block];
  }

  function endLine(): void {
    fence = fenceAfter(fence, line);
    isAfterBlank = line.trim() === '';
    isHeadKnown = false;
    lines += line;
    line = '';
  }

  return {
    push(piece) {
      const blocks: string[] = [];
      let from = 0;
      for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
        line += piece.slice(from, end + 1);
        from = end + 1;
        blocks.push(...readHead());
        endLine();
      }
      line += piece.slice(from);
      blocks.push(...readHead());
      return blocks;
    },
    open: () => lines + line,
    hasDefinition: () => hasDefinition,
  };
}

/** What closes the fence that is open after this line; null outside of one. */
function fenceAfter(open: Fence | '$$' | null, line: string): Fence | '$$' | null {
  const isCode = indentOf(line) >= 4;
  if (open === '$$') return line.trimEnd().endsWith('$$') ? null : open;
  if (open !== null) return !isCode && isClosedBy(open, line) ? null : open;
  if (isCode) return null;
  const fence = fenceOpenedBy(line.trimEnd());
  if (fence) return fence;
  const words = line.trim();
  return words.startsWith('$$') && !words.includes('$$', 2) ? '$$' : null;
}
