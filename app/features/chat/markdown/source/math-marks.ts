import { contentStart, fenceOpenedBy, isClosedBy } from './lines.ts';

/** A stretch of the source that is passed over: as it is, or with other words in its place. */
interface Stretch {
  end: number;
  instead?: string;
}

/** What may begin code or a formula, or end a line. */
const MARK = /[`$\\\n]/g;

/** Says where something stands next, at or after a place. Never asked for an earlier place than before. */
export type NextPlace = (from: number) => number;

/**
 * Writes every formula between double dollars, the one mark that the parser is told to know. Code stays as it is.
 * A single dollar begins a formula only where no space follows and none stands before its end, and no digit
 * after it: "$5 and $10" are prices. One pass: linear in the source.
 */
export function normaliseMath(source: string): string {
  if (!/[$\\]/.test(source)) return source;
  const read = formulaReader(source);
  const mark = new RegExp(MARK);
  let written = '';
  let kept = 0;
  let at = 0;
  let isLineStart = true;
  while (at < source.length) {
    let stretch = isLineStart ? read.line(at) : null;
    if (!stretch) {
      mark.lastIndex = at;
      at = mark.exec(source)?.index ?? source.length;
      stretch = read.mark(at);
    }
    if (stretch.instead !== undefined) {
      written += source.slice(kept, at) + stretch.instead;
      kept = stretch.end;
    }
    at = stretch.end;
    isLineStart = source[at - 1] === '\n';
  }
  return written + source.slice(kept);
}

function formulaReader(source: string) {
  const lineEnd = nextOf(source, '\n');
  const paragraphEnd = nextBlankLine(source);
  const doubleDollar = nextOf(source, '$$');
  const closingBracket = nextOf(source, '\\]');
  const closingParenthesis = nextOf(source, '\\)');
  const closingTicks = nextRunOf(source);
  /** Closing brackets with nothing but space behind them on their line. */
  const closesLine = lastAnswer((close: number) => {
    const end = source.indexOf('\n', close);
    return source.slice(close + 2, end < 0 ? source.length : end).trim() === '';
  });
  /** Where the first word of the line begins. */
  let words = 0;

  /** Fenced code, or a formula that has the whole line, or between brackets more of them. */
  function line(start: number): Stretch | null {
    const end = Math.min(lineEnd(start), source.length);
    const text = source.slice(start, end);
    words = start + text.length - text.trimStart().length;
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
    const close = closingMark(words, end);
    if (close === Infinity || close > paragraphEnd(start) || !closesLine(close)) return null;
    const indent = text.slice(0, words - start);
    const formula = source.slice(words + 2, close).trim();
    return { end: close + 2, instead: `${indent}$$\n${indent}${formula}\n${indent}$$` };
  }

  /** Where a formula ends that a line begins with; dollars with lines of their own are the parser's. */
  function closingMark(open: number, end: number): number {
    if (source.startsWith('\\[', open)) return closingBracket(open + 3);
    if (!source.startsWith('$$', open) || source[open + 2] === '$') return Infinity;
    const close = doubleDollar(open + 2);
    return close < end ? close : Infinity;
  }

  /** What begins at a mark within a line. */
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
    // A formula of its own lines may have blank ones.
    const isFound = close !== Infinity && (at === words || close < paragraphEnd(at));
    return { end: isFound ? close + 2 : at + 2 };
  }

  function dollar(at: number): Stretch {
    const close = /[\\$\w]/.test(source[at - 1] ?? '') ? at : closingDollar(at);
    if (close === at) return { end: at + 1 };
    return { end: close + 1, instead: `$$${source.slice(at + 1, close).trim()}$$` };
  }

  function between(at: number, close: number): Stretch {
    if (close === Infinity || close > lineEnd(at)) return { end: at + 1 };
    return { end: close + 2, instead: `$$${source.slice(at + 2, close).trim()}$$` };
  }

  /** The dollar that closes a formula on this line; the opening one itself where nothing does. */
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

/** The answer to a question that is asked again and again in a row, found once. */
function lastAnswer(answer: (question: number) => boolean): (question: number) => boolean {
  let asked = -1;
  let given = false;
  return (question) => {
    if (question !== asked) given = answer(question);
    asked = question;
    return given;
  };
}

/**
 * Finds the next place of a mark for places that only grow. What was found is kept until it is passed, so that
 * all questions together read the text once.
 * @param find the next place, or a negative number where there is none
 */
function nextPlace(find: (from: number) => number): NextPlace {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = find(from);
      found = next < 0 ? Infinity : next;
    }
    return found;
  };
}

/** The places of a text in it. */
export function nextOf(source: string, mark: string): NextPlace {
  return nextPlace((from) => source.indexOf(mark, from));
}

/** The ends of paragraphs: the first of two ends of line with nothing but space between them. */
export function nextBlankLine(source: string): NextPlace {
  const blank = /\n[ \t\r]*\n/g;
  return nextPlace((from) => {
    blank.lastIndex = from;
    return blank.exec(source)?.index ?? -1;
  });
}

/** The runs of backticks of a length, which close the code that a run of the same length has opened. */
export function nextRunOf(source: string): (length: number, from: number) => number {
  const places = new Map<number, NextPlace>();
  let starts: Map<number, number[]> | null = null;
  return (length, from) => {
    starts ??= runsByLength(source);
    let next = places.get(length);
    if (!next) {
      const list = starts.get(length) ?? [];
      let index = 0;
      next = nextPlace((wanted) => {
        while (index < list.length && (list[index] ?? 0) < wanted) index += 1;
        return list[index] ?? -1;
      });
      places.set(length, next);
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
