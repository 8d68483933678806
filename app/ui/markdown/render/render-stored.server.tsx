import { renderToStaticMarkup } from 'react-dom/server';
import type { MarkdownLabels } from '../labels.ts';
import { Markdown } from '../Markdown.tsx';
import { normaliseMath } from '../source/math-marks.ts';
import type { OpenHeadings } from '../tree/headings.ts';
import { isColourable, loadPlugins, needsOf } from '../tree/plugins.ts';

/** HTML of a text, ready to insert into a page. */
export interface RenderedText {
  html: string;
  /** True when the page needs the style sheet of formulas. */
  math: boolean;
}

export interface RenderInput {
  text: string;
  labels: MarkdownLabels;
  /** Id of the message; keeps the footnotes of different messages apart. */
  idPrefix: string;
  /** The headings before this text, when it is part of a longer one. */
  open: OpenHeadings;
}

/** Letters of HTML: an ordinary text has up to four per letter of source, formulas up to sixty. */
const MAX_HTML = 2_000_000;
const MAX_GROWTH = 100;
const BASE_HTML = 50_000;

/**
 * Renders any text. Returns null for a text whose HTML would be disproportionately large, and for one that
 * the parser cannot process: thousands of nested quotes overflow its stack.
 */
export async function renderOrNull({
  text,
  labels,
  idPrefix,
  open,
}: RenderInput): Promise<RenderedText | null> {
  try {
    const rendered = await renderStored(text, labels, idPrefix, open);
    const maxHtml = Math.min(MAX_HTML, BASE_HTML + MAX_GROWTH * text.length);
    return rendered.html.length <= maxHtml ? rendered : null;
  } catch {
    return null;
  }
}

/**
 * Renders a stored text once on the server, so that the browser needs no Markdown code to show it.
 * @param idPrefix id of the message; keeps the footnotes of different messages apart
 * @param open the headings before this text, when it is part of a longer one
 */
export async function renderStored(
  text: string,
  labels: MarkdownLabels,
  idPrefix: string,
  open: OpenHeadings = '',
): Promise<RenderedText> {
  const source = normaliseMath(text);
  const needs = needsOf(source);
  const plugins = await loadPlugins({ ...needs, code: needs.code && isColourable(source) });
  const html = renderToStaticMarkup(
    <Markdown source={source} open={open} plugins={plugins} labels={labels} idPrefix={`${idPrefix}-`} />,
  );
  return { html, math: needs.math };
}
