import { createAnchors } from './anchors.ts';

/** A sample of code as a chapter has it. */
export interface SourceSample {
  language: string;
  /** Words behind the language, such as `needs=openai`: what tests have to know of it. */
  notes: string;
  code: string;
}

/** What a chapter is made of, in its order. */
export type SourceBlock =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'code'; samples: SourceSample[] };

const FENCE = '```';
const HEADING = /^(##|###) (\S.*)$/;

/** Samples of these stand beside each other as tabs, where nothing but empty lines is between them. */
const TABBED = new Set(['python', 'javascript', 'sh']);

/**
 * Splits a chapter's Markdown at its headings (`##` and `###`) and fences; linear in it.
 * @throws Error for a fence that is not closed
 */
export function splitBlocks(markdown: string): SourceBlock[] {
  const blocks: SourceBlock[] = [];
  const anchorOf = createAnchors();
  let text: string[] = [];
  const endText = () => {
    const joined = text.join('\n').trim();
    if (joined !== '') blocks.push({ kind: 'text', text: joined });
    text = [];
  };
  const lines = markdown.split('\n');
  for (let place = 0; place < lines.length; place += 1) {
    const line = lines[place]!;
    const [, marks, heading] = HEADING.exec(line) ?? [];
    if (line.startsWith(FENCE)) {
      const end = lines.indexOf(FENCE, place + 1);
      if (end < 0) throw new Error(`A fence is not closed: ${line}`);
      endText();
      addSample(blocks, line.slice(FENCE.length), lines.slice(place + 1, end).join('\n'));
      place = end;
    } else if (heading !== undefined) {
      endText();
      const level = marks === '##' ? 2 : 3;
      blocks.push({ kind: 'heading', level, id: anchorOf(heading), text: heading });
    } else text.push(line);
  }
  endText();
  return blocks;
}

function addSample(blocks: SourceBlock[], info: string, code: string): void {
  const [language = '', ...notes] = info.trim().split(' ');
  const sample = { language, notes: notes.join(' '), code };
  const last = blocks.at(-1);
  const isTab =
    last?.kind === 'code' &&
    [sample, ...last.samples].every((one) => TABBED.has(one.language)) &&
    last.samples.every((one) => one.language !== language);
  if (isTab) last.samples.push(sample);
  else blocks.push({ kind: 'code', samples: [sample] });
}
