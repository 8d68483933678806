import { chapterHref } from './chapter-list.ts';

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

/** A chapter's file: what stands above the line of hyphens, and its Markdown. */
interface ChapterFile {
  title: string;
  description: string;
  body: string;
}

const FILE = /^---\ntitle: (.+)\ndescription: (.+)\n---\n([\s\S]*)$/;

const PLACE = /\{\{([\w-]+)\}\}/g;

/** Pages of the product that chapters lead to by a name: `[your keys][keys]`. */
const PAGES = {
  keys: '/keys',
  'your-webhooks': '/keys/webhooks',
  models: '/models',
  balance: '/balance',
  usage: '/usage',
  terms: '/terms',
};

/** `[the code][error-conflict]` leads to what is said of the code. */
const ERROR = 'error-';

const USED = /\]\[([\w-]+)\]/g;

/** Brackets in code are no links. */
const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm;

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

/** Names headings for addresses, as sites of source code do; the second of a name gets a number. One for each page. */
export function createAnchors(): (heading: string) => string {
  const taken = new Map<string, number>();
  return (heading) => {
    const name = anchorOf(heading);
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/** `Prices and receipts` is `prices-and-receipts`; what is no letter, digit, line or hyphen goes. */
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

/**
 * Puts facts of this installation in the places of a chapter that name them: `{{base}}`.
 * @throws Error for a place that no fact is known for
 */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (_place, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`A chapter names a fact that is not known: ${name}`);
    return fact;
  });
}

/** The words of a piece of our own Markdown, without its marks. */
export function plainWords(markdown: string): string {
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
 * What the names of links in a chapter stand for, as Markdown has it below a text: pages of the product, and chapters that
 * have no file of their own.
 * @param origin where people reach the application
 * @throws Error for a name that stands for nothing
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

/** Where a link of a chapter leads on a page: chapters are named by their files. */
export function pageHref(href: string, origin: string): string {
  const [, slug, hash = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  if (slug !== undefined) return chapterHref(slug) + hash;
  return href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
}
