/** How what another says lies on what was said. */
interface Overlap {
  /** The longest beginning of it that what was said ends with. */
  overlap: number;
  /** All of it stands in what was said, before its end. */
  isInside: boolean;
}

/** Finds where `next` repeats `said`, in one pass over each (Knuth, Morris and Pratt). */
export function overlapOf(said: string, next: string): Overlap {
  const borders = bordersOf(next);
  let matched = 0;
  let isInside = false;
  for (let at = 0; at < said.length; at += 1) {
    const unit = said.charCodeAt(at);
    while (matched > 0 && (matched === next.length || unit !== next.charCodeAt(matched)))
      matched = borders[matched - 1]!;
    if (unit === next.charCodeAt(matched)) matched += 1;
    if (matched === next.length && at < said.length - 1) isInside = true;
  }
  return { overlap: matched, isInside };
}

/** For each beginning of a text the longest shorter one that it ends with. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== text.charCodeAt(matched)) matched = borders[matched - 1]!;
    if (unit === text.charCodeAt(matched)) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
