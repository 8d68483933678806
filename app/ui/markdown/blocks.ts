import { fenceOpenedBy, indentOf, isClosedBy, type Fence } from './source/lines.ts';
import { normaliseMath } from './source/math-marks.ts';
import { hasRiskyShape } from './source/plain-text.ts';
import { openAfter, type OpenHeadings } from './tree/headings.ts';
import { needsOf } from './tree/plugins.ts';

/** Enough of a line to know what it begins; the name of a definition has at most 999 letters. */
const HEAD = 1010;

const CONTINUES = /^(?: {2,}|\t|[-*+] |\d{1,9}[.)] |>)/;

/** The beginning of such a line whose rest has not arrived. */
const MAY_CONTINUE = /^(?: |[-*+]|\d{1,9}[.)]?)$/;

/** `[name]: address` and `[^note]: text` apply to the whole text. */
const DEFINITION = /^ {0,3}\[[^\]]{1,999}\]:/;

interface BlockSplitter {
  /** Adds the next piece. @returns the blocks that are now complete, whatever follows */
  push: (piece: string) => string[];
  /** Returns the block that is not complete yet. */
  open: () => string;
  /** Returns whether a definition was read, which earlier blocks may refer to. */
  hasDefinition: () => boolean;
}

export interface GrowingBlock {
  text: string;
  /**
   * Source for the parser; null for a block that might freeze the tab, which stays plain text until it is
   * stored.
   */
  source: string | null;
  /** The headings before the block. */
  open: OpenHeadings;
}

interface GrownBlocks {
  blocks: GrowingBlock[];
  /** Plugins that at least one block needs. */
  math: boolean;
  code: boolean;
}

/** Shorter blocks are merged up to this length, so that a text has few blocks. */
const MIN_BLOCK = 256;

/** A longer block would take longer at each piece than a reader should wait. */
const MAX_BLOCK = 16_000;

/**
 * Up to this length a text with definitions is one block; a longer one is rendered as a whole when it is
 * stored.
 */
const MAX_WHOLE = 8_000;

/** Number of letters at the end of the known text that detect a different text. */
const COMPARED_LETTERS = 64;

/**
 * Splits growing Markdown into top-level blocks; each renders alone as it would within the whole. Joined, the
 * blocks equal the source. Every letter is processed once, however the source is cut into pieces.
 */
export function createBlockSplitter(): BlockSplitter {
  /** The complete lines of the open block, and its incomplete line. */
  let lines = '';
  let line = '';
  let fence: Fence | '$$' | null = null;
  let isAfterBlank = false;
  let hasDefinition = false;
  let isHeadKnown = false;

  /** Reads how the line begins. @returns the block that this line ends, if any */
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

/** Returns the mark that closes the fence that is open after this line; null outside of a fence. */
function fenceAfter(open: Fence | '$$' | null, line: string): Fence | '$$' | null {
  const isCode = indentOf(line) >= 4;
  if (open === '$$') return line.trimEnd().endsWith('$$') ? null : open;
  if (open !== null) return !isCode && isClosedBy(open, line) ? null : open;
  if (isCode) return null;
  const fence = fenceOpenedBy(line.trimEnd());
  if (fence) return fence;
  const text = line.trim();
  return text.startsWith('$$') && !text.includes('$$', 2) ? '$$' : null;
}

/** Splits Markdown into its top-level blocks; a text with definitions is one block. */
export function splitBlocks(source: string): string[] {
  if (source === '') return [];
  const splitter = createBlockSplitter();
  const blocks = splitter.push(source);
  return splitter.hasDefinition() ? [source] : [...blocks, splitter.open()];
}

/**
 * Returns a function that maps a growing text to its blocks so far. The cost of a piece depends on the piece
 * and on the open block, which is bounded, not on the text before.
 */
export function growingBlocks(): (text: string) => GrownBlocks {
  let splitter = createBlockSplitter();
  let finished: GrowingBlock[] = [];
  /** Complete blocks that are too short to stay separate. */
  let short = '';
  let open: OpenHeadings = '';
  let math = false;
  let code = false;
  let read = '';

  function finish(text: string): void {
    const block = blockOf(text);
    finished = [...finished, block];
    open = openAfter(text, open);
    short = '';
  }

  /** Records the plugins that the block needs; a plugin stays loaded once it is needed. */
  function blockOf(text: string): GrowingBlock {
    if (text.length > MAX_BLOCK || hasRiskyShape(text)) return { text, source: null, open };
    const source = normaliseMath(text);
    const needs = needsOf(source);
    math ||= needs.math;
    code ||= needs.code;
    return { text, source, open };
  }

  return (text) => {
    if (!isContinuation(text, read)) {
      splitter = createBlockSplitter();
      finished = [];
      short = open = read = '';
    }
    for (const block of splitter.push(text.slice(read.length))) {
      short += block;
      if (short.length >= MIN_BLOCK) finish(short);
    }
    read = text;
    const rest = short + splitter.open();
    if (splitter.hasDefinition() && text.length <= MAX_WHOLE) {
      const whole = { ...blockOf(text), open: '' };
      return { blocks: [whole], math, code };
    }
    return { blocks: rest === '' ? finished : [...finished, blockOf(rest)], math, code };
  };
}

function isContinuation(text: string, read: string): boolean {
  const from = Math.max(0, read.length - COMPARED_LETTERS);
  return text.length >= read.length && text.slice(from, read.length) === read.slice(from);
}
