import { renderToStaticMarkup } from 'react-dom/server';
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
 */
export async function renderStored(
  text: string,
  labels: MarkdownLabels,
  idPrefix: string,
): Promise<RenderedText> {
  const source = normaliseMath(text);
  const needs = needsOf(source);
  const plugins = await loadPlugins({ ...needs, code: needs.code && isColourable(source) });
  const html = renderToStaticMarkup(
    <Markdown source={source} plugins={plugins} labels={labels} idPrefix={`${idPrefix}-`} />,
  );
  return { html, math: needs.math };
}
