import { renderToStaticMarkup } from 'react-dom/server';
import type { MarkdownLabels } from '../labels.ts';
import { Markdown } from '../Markdown.tsx';
import { normaliseMath } from '../source/math-marks.ts';
import type { OpenHeadings } from '../tree/headings.ts';
import { isColourable, loadPlugins, needsOf } from '../tree/plugins.ts';

/** A text as HTML, ready to stand in a page. */
export interface RenderedText {
  html: string;
  /** The page needs the style sheet of formulas. */
  math: boolean;
}

export interface RenderInput {
  text: string;
  labels: MarkdownLabels;
  /** Keeps the footnotes of different messages apart; the message's id. */
  idPrefix: string;
  /** The headings before it, when it is a part of a longer text. */
  open: OpenHeadings;
}

/** Letters of HTML: an ordinary text has up to four for each of its own, one of formulas sixty. */
const MAX_HTML = 2_000_000;
const MAX_GROWTH = 100;
const FREE_HTML = 50_000;

/**
 * Renders a text, whatever it is. Null for one whose HTML would be out of all proportion, and for one that the parser
 * cannot bear: thousands of quotes in each other end its stack.
 */
export async function renderOrNull({
  text,
  labels,
  idPrefix,
  open,
}: RenderInput): Promise<RenderedText | null> {
  try {
    const rendered = await renderStored(text, labels, idPrefix, open);
    const most = Math.min(MAX_HTML, FREE_HTML + MAX_GROWTH * text.length);
    return rendered.html.length <= most ? rendered : null;
  } catch {
    return null;
  }
}

/**
 * Renders a stored text once on the server, so that the browser needs no Markdown code to show it.
 * @param idPrefix keeps footnotes of different messages apart; the message's id.
 * @param open the headings before it, when it is a part of a longer text
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
