import { contentStart, fenceOpenedBy, isClosedBy } from './lines.ts';

/** A stretch of the source to skip: unchanged, or replaced by other text. */
interface Stretch {
  end: number;
  replacement?: string;
}

/** Characters that may begin code or a formula, or end a line. */
const MARK = /[`$\\\n]/g;

/** Returns the next index of a mark at or after an index. Successive calls must not go backwards. */
export type NextIndex = (from: number) => number;

/**
 * Writes every formula between double dollars, the only mark that the parser is configured for. Code stays
 * unchanged. A single dollar opens a formula only if no space follows, and closes one only if no space
 * precedes it and no digit follows: "$5 and $10" are prices. One pass: linear in the source.
 */
export function normaliseMath(source: string): string {
  if (!/[$\\]/.test(source)) return source;
  const read = formulaReader(source);
  const mark = new RegExp(MARK);
  let written = '';
  let copied = 0;
  let at = 0;
  let isLineStart = true;
  while (at < source.length) {
    let stretch = isLineStart ? read.line(at) : null;
    if (!stretch) {
      mark.lastIndex = at;
      at = mark.exec(source)?.index ?? source.length;
      stretch = read.mark(at);
    }
    if (stretch.replacement !== undefined) {
      written += source.slice(copied, at) + stretch.replacement;
      copied = stretch.end;
    }
    at = stretch.end;
    isLineStart = source[at - 1] === '\n';
  }
  return written + source.slice(copied);
}

function formulaReader(source: string) {
  const lineEnd = nextOf(source, '\n');
  const paragraphEnd = nextBlankLine(source);
  const doubleDollar = nextOf(source, '$$');
  const closingBracket = nextOf(source, '\\]');
  const closingParenthesis = nextOf(source, '\\)');
  const closingTicks = nextRunOf(source);
  /** Returns whether a closing bracket has only space after it on its line. */
  const closesLine = lastAnswer((close: number) => {
    const end = source.indexOf('\n', close);
    return source.slice(close + 2, end < 0 ? source.length : end).trim() === '';
  });
  /** Index of the first word of the line. */
  let textStart = 0;

  /** Reads fenced code, or a formula that fills a whole line or, between brackets, several lines. */
  function line(start: number): Stretch | null {
    const end = Math.min(lineEnd(start), source.length);
    const text = source.slice(start, end);
    textStart = start + text.length - text.trimStart().length;
    const fence = fenceOpenedBy(text.slice(contentStart(text)));
    if (fence) {
      let from = end + 1;
      while (from < source.length) {
        const next = Math.min(lineEnd(from), source.length);
        if (isClosedBy(fence, source.slice(from, next).replace(/^[ \t>]+/, ''))) return { end: next };
        from = next + 1;
      }
      return { end: source.length };
    }
    const close = closingMark(textStart, end);
    if (close === Infinity || close > paragraphEnd(start) || !closesLine(close)) return null;
    const indent = text.slice(0, textStart - start);
    const formula = source.slice(textStart + 2, close).trim();
    return { end: close + 2, replacement: `${indent}$$\n${indent}${formula}\n${indent}$$` };
  }

  /**
   * Returns the end of a formula that begins a line; the parser itself handles dollars on lines of their own.
   */
  function closingMark(open: number, end: number): number {
    if (source.startsWith('\\[', open)) return closingBracket(open + 3);
    if (!source.startsWith('$$', open) || source[open + 2] === '$') return Infinity;
    const close = doubleDollar(open + 2);
    return close < end ? close : Infinity;
  }

  /** Reads the stretch that begins at a mark within a line. */
  function mark(at: number): Stretch {
    if (source[at] === '`') return ticks(at);
    if (source[at] === '$') return source[at + 1] === '$' ? dollars(at) : dollar(at);
    if (source.startsWith('\\[', at)) return between(at, closingBracket(at + 3));
    if (source.startsWith('\\(', at)) return between(at, closingParenthesis(at + 3));
    return { end: at + 1 };
  }

  function ticks(at: number): Stretch {
    let end = at;
    while (source[end] === '`') end += 1;
    const close = closingTicks(end - at, end);
    return { end: close < paragraphEnd(at) ? close + (end - at) : end };
  }

  function dollars(at: number): Stretch {
    const close = doubleDollar(at + 2);
    // A formula on lines of its own may contain blank lines.
    const isFound = close !== Infinity && (at === textStart || close < paragraphEnd(at));
    return { end: isFound ? close + 2 : at + 2 };
  }

  function dollar(at: number): Stretch {
    const close = /[\\$\w]/.test(source[at - 1] ?? '') ? at : closingDollar(at);
    if (close === at) return { end: at + 1 };
    return { end: close + 1, replacement: `$$${source.slice(at + 1, close).trim()}$$` };
  }

  function between(at: number, close: number): Stretch {
    if (close === Infinity || close > lineEnd(at)) return { end: at + 1 };
    return { end: close + 2, replacement: `$$${source.slice(at + 2, close).trim()}$$` };
  }

  /** Returns the dollar that closes a formula on this line, or the opening one if there is none. */
  function closingDollar(open: number): number {
    if (/[\s$]/.test(source[open + 1] ?? ' ')) return open;
    let at = open + 1;
    let isAfterSpace = false;
    while (at < source.length && source[at] !== '$' && source[at] !== '\n') {
      const isEscape = source[at] === '\\' && source[at + 1] !== '\n';
      isAfterSpace = !isEscape && /\s/.test(source[at] ?? '');
      at += isEscape ? 2 : 1;
    }
    return source[at] !== '$' || isAfterSpace || /[\w$]/.test(source[at + 1] ?? '') ? open : at;
  }

  return { line, mark };
}

/** Caches the answer to a question that is repeated several times in a row. */
function lastAnswer(answer: (question: number) => boolean): (question: number) => boolean {
  let lastQuestion = -1;
  let lastResult = false;
  return (question) => {
    if (question !== lastQuestion) lastResult = answer(question);
    lastQuestion = question;
    return lastResult;
  };
}

/**
 * Finds the next index of a mark for indexes that only grow. A result is reused until it is passed, so all
 * calls together read the text once.
 * @param find returns the next index, or a negative number if there is none
 */
function nextIndex(find: (from: number) => number): NextIndex {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = find(from);
      found = next < 0 ? Infinity : next;
    }
    return found;
  };
}

/** Finds the occurrences of a mark in a text. */
export function nextOf(source: string, mark: string): NextIndex {
  return nextIndex((from) => source.indexOf(mark, from));
}

/** Finds the ends of paragraphs: the first of two line ends with only space between them. */
export function nextBlankLine(source: string): NextIndex {
  const blank = /\n[ \t\r]*\n/g;
  return nextIndex((from) => {
    blank.lastIndex = from;
    return blank.exec(source)?.index ?? -1;
  });
}

/** Finds the runs of backticks of a length; they close the code that a run of the same length has opened. */
export function nextRunOf(source: string): (length: number, from: number) => number {
  const finders = new Map<number, NextIndex>();
  let starts: Map<number, number[]> | null = null;
  return (length, from) => {
    starts ??= runsByLength(source);
    let next = finders.get(length);
    if (!next) {
      const list = starts.get(length) ?? [];
      let index = 0;
      next = nextIndex((wanted) => {
        while (index < list.length && (list[index] ?? 0) < wanted) index += 1;
        return list[index] ?? -1;
      });
      finders.set(length, next);
    }
    return next(from);
  };
}

function runsByLength(source: string): Map<number, number[]> {
  const starts = new Map<number, number[]>();
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    const list = starts.get(run.length);
    if (list) list.push(index);
    else starts.set(run.length, [index]);
  }
  return starts;
}
