import type { Options } from 'react-markdown';
import { contentStart, linesOf } from '../source/lines.ts';

type PluginList = NonNullable<Options['rehypePlugins']>;

/**
 * Plugins that a text needs beyond plain Markdown. They are large and are loaded only for texts that need
 * them.
 */
export interface Needs {
  math: boolean;
  code: boolean;
}

export interface HeavyPlugins {
  remark: PluginList;
  rehype: PluginList;
}

export const NO_PLUGINS: HeavyPlugins = { remark: [], rehype: [] };

/** Longer text is not highlighted: highlighting would cost more than it gives. */
const MAX_COLOURED = 60_000;

/** A fence with the name of a language. */
const NAMED_FENCE = /[ \t]*(?:`{3,}|~{3,})[ \t]*\w/y;

/** Returns the plugins that a text needs; linear in the text. */
export function needsOf(source: string): Needs {
  const hasFence = source.includes('```') || source.includes('~~~');
  return { math: source.includes('$$'), code: hasFence && linesOf(source).some(opensNamedFence) };
}

function opensNamedFence(line: string): boolean {
  NAMED_FENCE.lastIndex = contentStart(line);
  return NAMED_FENCE.test(line);
}

/** Loads the needed plugins: formulas (KaTeX), highlighting (37 languages), or neither. */
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
    // trust: a formula cannot add links, images or styles. The sizes keep a formula near its line.
    rehype: [[rehypeKatex, { trust: false, strict: 'ignore', maxSize: 12, maxExpand: 200 }]],
  };
}

async function loadCode(): Promise<HeavyPlugins> {
  const { default: rehypeHighlight } = await import('rehype-highlight');
  return { remark: [], rehype: [[rehypeHighlight, { detect: false }]] };
}

/** Returns whether a text is short enough to highlight. */
export function isColourable(source: string): boolean {
  return source.length <= MAX_COLOURED;
}
