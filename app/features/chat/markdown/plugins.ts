import type { Options } from 'react-markdown';

type PluginList = NonNullable<Options['rehypePlugins']>;

/** What a text needs beyond plain Markdown. The parts are large and are loaded only for texts that need them. */
export interface Needs {
  math: boolean;
  code: boolean;
}

export interface HeavyPlugins {
  remark: PluginList;
  rehype: PluginList;
}

export const NO_PLUGINS: HeavyPlugins = { remark: [], rehype: [] };

/** Over this a code block is left without colours: they cost more than they give. */
const MAX_COLOURED = 60_000;

export function needsOf(source: string): Needs {
  return {
    math: source.includes('$$'),
    code: /^\s{0,12}(?:[-*+>]\s+|\d+[.)]\s+)*(?:`{3,}|~{3,})\s*\w/m.test(source),
  };
}

/** Loads what is needed: mathematics (KaTeX), the colours of code (37 languages), or neither. */
export async function loadPlugins({ math, code }: Needs): Promise<HeavyPlugins> {
  const [mathPlugins, codePlugins] = await Promise.all([
    math ? loadMath() : NO_PLUGINS,
    code ? loadCode() : NO_PLUGINS,
  ]);
  return {
    remark: [...(mathPlugins.remark ?? []), ...(codePlugins.remark ?? [])],
    rehype: [...(mathPlugins.rehype ?? []), ...(codePlugins.rehype ?? [])],
  };
}

async function loadMath(): Promise<HeavyPlugins> {
  const [{ default: remarkMath }, { default: rehypeKatex }] = await Promise.all([
    import('remark-math'),
    import('rehype-katex'),
  ]);
  return {
    remark: [[remarkMath, { singleDollarTextMath: false }]],
    // trust: no links, pictures or styles from a formula. The sizes keep a formula near its line.
    rehype: [[rehypeKatex, { trust: false, strict: 'ignore', maxSize: 12, maxExpand: 200 }]],
  };
}

async function loadCode(): Promise<HeavyPlugins> {
  const { default: rehypeHighlight } = await import('rehype-highlight');
  return { remark: [], rehype: [[rehypeHighlight, { detect: false }]] };
}

/** True for text that is worth colouring. */
export function isColourable(source: string): boolean {
  return source.length <= MAX_COLOURED;
}
