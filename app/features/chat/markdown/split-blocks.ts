const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MATH = /^ {0,3}\$\$/;
const CONTINUES = /^(?: {2,}|\t|[-*+] |\d{1,9}[.)] |>)/;
/** The beginning of such a line, while the rest of it has not arrived. */
const MAY_CONTINUE = /^(?: |[-*+]|\d{1,9}[.)]?)$/;
/** `[name]: address` and `[^note]: text` reach across the whole text. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits Markdown into top-level blocks, each of which renders by itself as it would within the whole, so
 * that of a growing text only the last block is parsed again. Joined, the blocks are the source.
 */
export function splitBlocks(source: string): string[] {
  if (source === '') return [];
  if (DEFINITION.test(source)) return [source];
  const blocks: string[] = [];
  let start = 0;
  let offset = 0;
  let fence: string | null = null;
  let blank = false;
  for (const line of source.split(/(?<=\n)/)) {
    const isBlank = line.trim() === '';
    if (fence === null && blank && !isBlank && !CONTINUES.test(line) && !MAY_CONTINUE.test(line)) {
      blocks.push(source.slice(start, offset));
      start = offset;
    }
    fence = fenceAfter(fence, line);
    blank = isBlank;
    offset += line.length;
  }
  blocks.push(source.slice(start));
  return blocks;
}

/** The mark that closes the fence which is open after this line; null outside of one. */
function fenceAfter(open: string | null, line: string): string | null {
  if (open === null) {
    const fence = FENCE.exec(line)?.[1];
    if (fence) return fence;
    return MATH.test(line) && line.trim().indexOf('$$', 2) === -1 ? '$$' : null;
  }
  if (open === '$$') return line.trimEnd().endsWith('$$') ? null : open;
  const closes = FENCE.exec(line)?.[1];
  const isClosing =
    closes !== undefined && closes[0] === open[0] && closes.length >= open.length && line.trim() === closes;
  return isClosing ? null : open;
}
