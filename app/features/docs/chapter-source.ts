import { chapterHref } from './chapter-list.ts';

/** A code sample in a chapter. */
export interface SourceSample {
  language: string;
  /** Options after the language, such as `needs=openai`, for the tests that run the sample. */
  notes: string;
  code: string;
}

/** The blocks of a chapter, in order. */
export type SourceBlock =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'code'; samples: SourceSample[] };

const FENCE = '```';

const HEADING = /^(##|###) (\S.*)$/;

/** Samples in these languages become tabs of one block, if only empty lines are between them. */
const TABBED = new Set(['python', 'javascript', 'sh']);

/** The file of a chapter: its front matter and its Markdown. */
interface ChapterFile {
  title: string;
  description: string;
  body: string;
}

const FILE = /^---\ntitle: (.+)\ndescription: (.+)\n---\n([\s\S]*)$/;

/** Pages of the product that chapters link to by name: `[your keys][keys]`. */
const PAGES = {
  keys: '/keys',
  'your-webhooks': '/keys/webhooks',
  models: '/models',
  balance: '/balance',
  usage: '/usage',
  terms: '/terms',
};

/** `[the code][error-conflict]` links to the description of the error code. */
const ERROR = 'error-';

const USED = /\]\[([\w-]+)\]/g;

/** Brackets in code are not links. */
const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm;

/**
 * Splits a chapter's Markdown at its headings (`##` and `###`) and fences, in linear time.
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

/** Creates the anchors of one page, as source code hosts name them; repeated headings get a number. */
export function createAnchors(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const name = anchorOf(heading);
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/**
 * `Prices and receipts` becomes `prices-and-receipts`; removes everything but letters, digits, underscores
 * and hyphens.
 */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** @throws Error for a file without title and description */
export function readFrontMatter(file: string): ChapterFile {
  const [, title, description, body] = FILE.exec(file) ?? [];
  if (title === undefined || description === undefined || body === undefined)
    throw new Error(`A chapter begins with its title and description, not with: ${file.slice(0, 40)}`);
  return { title, description, body: body.trim() };
}

/** The text of our own Markdown, without its markup. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/^\|[-:| ]+\|$/gm, '')
    .replaceAll(/[`*]/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/^(?:[-#>]|\d+\.) /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Definitions for the link names in a chapter, as Markdown has them below a text: pages of the product, and
 * generated chapters.
 * @param origin the public origin of the application
 * @throws Error for an unknown name
 */
export function linkDefinitions(body: string, origin: string, slugs: readonly string[]): string {
  const names = [...body.replaceAll(CODE, '').matchAll(USED)].map(([, name = '']) => name);
  const used = [...new Set(names)];
  return used.map((name) => `[${name}]: ${targetOf(name, origin, slugs)}`).join('\n');
}

function targetOf(name: string, origin: string, slugs: readonly string[]): string {
  const page = PAGES[name as keyof typeof PAGES] as string | undefined;
  if (page !== undefined) return origin + page;
  if (name.startsWith(ERROR)) return `errors.md#${name.slice(ERROR.length)}`;
  if (slugs.includes(name)) return `${name}.md`;
  throw new Error(`A chapter leads to what is not there: ${name}`);
}

/** The page that a link in a chapter leads to; chapters link to each other by file name. */
export function pageHref(href: string, origin: string): string {
  const [, slug, hash = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  if (slug !== undefined) return chapterHref(slug) + hash;
  return href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
}
