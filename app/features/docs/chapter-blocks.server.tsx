import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { SAMPLE_LANGUAGES } from '#app/contracts/code-samples.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { pageHref, type SourceBlock, type SourceSample } from './chapter-source.ts';
import type { CodeTab } from '#app/ui/components/code/CodeTabs.tsx';
import type { Chapter } from './chapters.server.ts';
import type { ShownBlock } from './docs-data.ts';

/** Display names of the languages of samples. */
const NAMES: Record<string, string> = {
  ...SAMPLE_LANGUAGES,
  sh: SAMPLE_LANGUAGES.curl,
  json: 'JSON',
  yaml: 'YAML',
  text: 'Text',
};

const known = new WeakMap<Chapter, ShownBlock[]>();

/**
 * The blocks of a chapter's page. Its Markdown is our own: each process renders it once, without a worker
 * thread.
 */
export function renderChapter(chapter: Chapter): ShownBlock[] {
  let shown = known.get(chapter);
  if (!shown) {
    shown = chapter.blocks.map((block) => renderBlock(block, chapter.definitions));
    known.set(chapter, shown);
  }
  return shown;
}

function renderBlock(block: SourceBlock, definitions: string): ShownBlock {
  if (block.kind === 'code') return { kind: 'code', tabs: block.samples.map(toTab) };
  const html = renderText(`${block.text}\n\n${definitions}`, elementsOf(block.kind === 'heading'));
  return block.kind === 'text' ? { kind: 'text', html } : { ...block, html, text: plainHeading(block.text) };
}

const plainHeading = (text: string) => text.replaceAll('`', '');

/** A scrollable table must be reachable by keyboard. */
const KEYBOARD_REACHABLE = { tabIndex: 0, role: 'group' };

const Cell = ({ children }: { children?: ReactNode }) => <td>{children}</td>;

function elementsOf(isHeading: boolean): Components {
  const origin = appUrl();
  return {
    ...(isHeading && { p: ({ children }: { children?: ReactNode }) => <>{children}</> }),
    a: ({ href = '', children }) => <a href={pageHref(href, origin)}>{children}</a>,
    // The content security policy forbids inline styles: the alignment of columns is left out.
    th: ({ children }) => (children ? <th>{children}</th> : <Cell />),
    td: Cell,
    table: ({ children }) => (
      <div className="table-scroll" {...KEYBOARD_REACHABLE}>
        <table>{children}</table>
      </div>
    ),
  };
}

function renderText(markdown: string, components: Components): string {
  return renderToStaticMarkup(
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
      {markdown}
    </ReactMarkdown>,
  );
}

function toTab({ language, code }: SourceSample): CodeTab {
  return {
    language,
    name: NAMES[language] ?? language,
    code: `${code}\n`,
    html: highlighted(language, code),
  };
}

/** A sample with syntax highlighting, without the elements that Markdown wraps around it. */
function highlighted(language: string, code: string): string {
  const html = renderToStaticMarkup(
    <ReactMarkdown
      rehypePlugins={[rehypeHighlight]}
      components={{ pre: ({ children }) => <>{children}</>, code: ({ children }) => <>{children}</> }}
    >
      {`\`\`\`${language}\n${code}\n\`\`\``}
    </ReactMarkdown>,
  );
  return html;
}
