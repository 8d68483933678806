import { chapterHref } from '../chapter-list.ts';

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
