import { createBlockSplitter, growingBlocks, splitBlocks } from '#app/ui/markdown/blocks.ts';
import { destinationOf, safeUrl } from '#app/ui/markdown/elements/safe-url.ts';
import { contentStart, fenceOpenedBy, indentOf, isClosedBy, linesOf } from '#app/ui/markdown/source/lines.ts';
import {
  nextBlankLine,
  nextOf,
  nextRunOf,
  normaliseMath,
  type NextIndex,
} from '#app/ui/markdown/source/math-marks.ts';
import { hasRiskyShape, plainNote, plainText } from '#app/ui/markdown/source/plain-text.ts';
import { openAfter } from '#app/ui/markdown/tree/headings.ts';
import { isColourable, needsOf } from '#app/ui/markdown/tree/plugins.ts';
import { typedParts } from '#app/ui/markdown/TypedText.tsx';
import { mayBeTall } from '#app/features/chat/thread/Folded.tsx';
import { piecesOf, type Room } from './reads.ts';

/** Searches from every position, as a scanner may. */
function everywhere(text: string, next: NextIndex): void {
  for (let at = 0; at < text.length; at += 1) next(at);
}

/** Markdown's own parser and its elements are not listed: budgets in threads limit them. */
export const MARKDOWN: Room = {
  linesOf,
  'lines, each': (text) =>
    linesOf(text).map((line) => {
      const fence = fenceOpenedBy(line) ?? { mark: '`', length: 3 };
      return [contentStart(line), indentOf(line), isClosedBy(fence, line)];
    }),
  nextOf: (text) => everywhere(text, nextOf(text, '$$')),
  nextBlankLine: (text) => everywhere(text, nextBlankLine(text)),
  nextRunOf: (text) => {
    const next = nextRunOf(text);
    for (const length of [1, 3]) everywhere(text, (from) => next(length, from));
  },
  normaliseMath,
  needsOf: (text) => needsOf(`${text}\n\`\`\``),
  isColourable,
  hasRiskyShape,
  openAfter: (text) => openAfter(text, ''),
  splitBlocks,
  'createBlockSplitter, in pieces': (text) => {
    const splitter = createBlockSplitter();
    for (const piece of piecesOf(text, 7)) splitter.push(piece);
    return splitter.open().length;
  },
  growingBlocks: (text) => growingBlocks()(text),
  typedParts,
  mayBeTall,
  plainText,
  plainNote,
  safeUrl: (text) => [`https://${text}.example`, `https://example.com/${text}`, text].map(safeUrl),
  destinationOf: (text) => {
    const url = safeUrl(`https://example.com/${text}`);
    return url && destinationOf(url);
  },
};
