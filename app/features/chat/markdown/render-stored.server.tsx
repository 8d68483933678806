import { renderToStaticMarkup } from 'react-dom/server';
import type { OpenHeadings } from './headings.ts';
import type { MarkdownLabels } from './labels.ts';
import { Markdown } from './Markdown.tsx';
import { normaliseMath } from './math-marks.ts';
import { isColourable, loadPlugins, needsOf } from './plugins.ts';

/** A text as HTML, ready to stand in a page. */
export interface RenderedText {
  html: string;
  /** The page needs the style sheet of formulas. */
  math: boolean;
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
