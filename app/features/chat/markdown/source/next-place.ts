/** Says where something stands next, at or after a place. Never asked for an earlier place than before. */
export type NextPlace = (from: number) => number;

/**
 * Finds the next place of a mark for places that only grow. What was found is kept until it is passed, so that
 * all questions together read the text once.
 * @param find the next place, or a negative number where there is none
 */
export function nextPlace(find: (from: number) => number): NextPlace {
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
