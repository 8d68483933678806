import type { CSSProperties, ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { CodeBlock } from './CodeBlock.tsx';
import type { MarkdownLabels } from './labels.ts';
import { MarkdownImage } from './MarkdownImage.tsx';
import { MarkdownLink } from './MarkdownLink.tsx';
import { SCROLLABLE } from './scrollable.ts';

type TextTag = 'p' | 'li' | 'blockquote' | 'td' | 'th' | 'ul' | 'ol' | 'h3' | 'h4' | 'h5' | 'h6';

interface TextProps {
  children?: ReactNode;
  id?: string;
  className?: string;
  style?: CSSProperties;
  'data-depth'?: number;
}

/** An element whose direction follows its own first letter. */
function directed(Tag: TextTag) {
  return function Directed({ children, id, className, style, 'data-depth': depth }: TextProps) {
    return (
      <Tag dir="auto" id={id} className={className} data-align={style?.textAlign} data-depth={depth}>
        {children}
      </Tag>
    );
  };
}

const Cell = directed('td');
const HeaderCell = directed('th');

/** How each element of Markdown becomes HTML. Headings have their levels from `levelHeadings`. */
export function markdownElements(labels: MarkdownLabels, idPrefix: string): Components {
  return {
    p: directed('p'),
    li: directed('li'),
    ul: directed('ul'),
    blockquote: directed('blockquote'),
    td: Cell,
    // The empty corner of a table names nothing: as a header it would be read out as one without words.
    th: ({ children, style }) =>
      children ? <HeaderCell style={style}>{children}</HeaderCell> : <Cell style={style} />,
    h3: directed('h3'),
    h4: directed('h4'),
    h5: directed('h5'),
    h6: directed('h6'),
    ol: ({ children, start }) => (
      <ol dir="auto" start={start}>
        {children}
      </ol>
    ),
    a: (props) => <MarkdownLink {...props} idPrefix={idPrefix} />,
    img: ({ src, alt }) => <MarkdownImage src={src} alt={alt} label={labels.image} />,
    pre: ({ children }) => <CodeBlock labels={labels}>{children}</CodeBlock>,
    table: ({ children }) => (
      <div className="table-scroll" aria-label={labels.table} {...SCROLLABLE}>
        <table>{children}</table>
      </div>
    ),
    input: ({ checked }) => (
      <>
        <span aria-hidden>{checked ? '☑' : '☐'}</span>
        <span className="sr-only">{checked ? labels.done : labels.open}</span>
      </>
    ),
    section: ({ children }) => <section className="footnotes">{children}</section>,
  };
}
