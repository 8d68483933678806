import { normaliseMath } from '../source/math-marks.ts';
import { hasRiskyShape } from '../source/risky-shape.ts';
import { openAfter, type OpenHeadings } from '../tree/headings.ts';
import { needsOf } from '../tree/plugins.ts';
import { createBlockSplitter } from './block-splitter.ts';

export interface GrowingBlock {
  text: string;
  /** The text as the parser takes it; null for one that might hold the tab, which stays plain text until it is stored. */
  source: string | null;
  /** The headings before it. */
  open: OpenHeadings;
}

interface Grown {
  blocks: GrowingBlock[];
  /** What some block needs. */
  math: boolean;
  code: boolean;
}

/** Short blocks are taken together, so that there are few of them to a text. */
const LEAST = 256;
/** A longer block would take longer at each piece than a reader should wait. */
const MOST = 16_000;
/** Until here definitions reach across the text, and it is one block; a longer one with definitions is whole when it is stored. */
const MOST_WHOLE = 8_000;

/**
 * The blocks of a text that grows, for the text so far. What a piece costs depends on the piece and on the open block,
 * which is bounded; not on what came before.
 */
export function growingBlocks(): (text: string) => Grown {
  let splitter = createBlockSplitter();
  let finished: GrowingBlock[] = [];
  /** Complete blocks that are too short to stand alone. */
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

  /** Remembers what it needs, as the plugins stay when they were loaded once. */
  function blockOf(text: string): GrowingBlock {
    if (text.length > MOST || hasRiskyShape(text)) return { text, source: null, open };
    const source = normaliseMath(text);
    const needs = needsOf(source);
    math ||= needs.math;
    code ||= needs.code;
    return { text, source, open };
  }

  return (text) => {
    if (!goesOn(text, read)) {
      splitter = createBlockSplitter();
      finished = [];
      short = open = read = '';
    }
    for (const block of splitter.push(text.slice(read.length))) {
      short += block;
      if (short.length >= LEAST) finish(short);
    }
    read = text;
    const rest = short + splitter.open();
    if (splitter.hasDefinition() && text.length <= MOST_WHOLE) {
      const whole = { ...blockOf(text), open: '' };
      return { blocks: [whole], math, code };
    }
    return { blocks: rest === '' ? finished : [...finished, blockOf(rest)], math, code };
  };
}

/** Enough of what was read to tell another text by. */
const TRACE = 64;

function goesOn(text: string, read: string): boolean {
  const from = Math.max(0, read.length - TRACE);
  return text.length >= read.length && text.slice(from, read.length) === read.slice(from);
}
