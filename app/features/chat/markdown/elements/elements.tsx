import type { CSSProperties, ReactNode } from 'react';
import type { Components } from 'react-markdown';
import type { MarkdownLabels } from '../labels.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { MarkdownImage } from './MarkdownImage.tsx';
import { MarkdownLink } from './MarkdownLink.tsx';
import { SCROLLABLE } from './scrollable.ts';

type TextTag = 'p' | 'h3' | 'h4' | 'h5' | 'h6';

interface TextProps {
  children?: ReactNode;
  id?: string;
  className?: string;
  dir?: string;
  'data-depth'?: number;
}

/** A line of text, whose direction follows its own first letter, unless `directWholes` gave it that of a whole. */
function directed(Tag: TextTag) {
  return function Directed({ children, id, className, dir = 'auto', 'data-depth': depth }: TextProps) {
    return (
      <Tag dir={dir} id={id} className={className} data-depth={depth}>
        {children}
      </Tag>
    );
  };
}

interface CellProps {
  children?: ReactNode;
  dir?: string;
  style?: CSSProperties;
}

/** A cell says how it is aligned to the style sheet: the content policy takes no styles of its own. */
function cell(Tag: 'td' | 'th') {
  return function Cell({ children, dir, style }: CellProps) {
    return (
      <Tag dir={dir} data-align={style?.textAlign}>
        {children}
      </Tag>
    );
  };
}

const Cell = cell('td');
const HeaderCell = cell('th');

/** How each element of Markdown becomes HTML. Headings have their levels from `levelHeadings`. */
export function markdownElements(labels: MarkdownLabels, idPrefix: string): Components {
  return {
    p: directed('p'),
    li: ({ children, id, dir, className }) => (
      <li id={id} dir={dir} className={className}>
        {children}
      </li>
    ),
    ul: ({ children, dir, className }) => (
      <ul dir={dir} className={className}>
        {children}
      </ul>
    ),
    blockquote: ({ children, dir }) => <blockquote dir={dir}>{children}</blockquote>,
    td: Cell,
    // The empty corner of a table names nothing: as a header it would be read out as one without words.
    th: ({ children, dir, style }) =>
      children ? (
        <HeaderCell dir={dir} style={style}>
          {children}
        </HeaderCell>
      ) : (
        <Cell style={style} />
      ),
    h3: directed('h3'),
    h4: directed('h4'),
    h5: directed('h5'),
    h6: directed('h6'),
    ol: ({ children, dir, start }) => (
      <ol dir={dir} start={start}>
        {children}
      </ol>
    ),
    a: (props) => <MarkdownLink {...props} idPrefix={idPrefix} />,
    img: ({ src, alt }) => <MarkdownImage src={src} alt={alt} label={labels.image} />,
    pre: ({ children }) => <CodeBlock labels={labels}>{children}</CodeBlock>,
    // The box has the direction: it opens at the table's first column.
    table: ({ children, dir }) => (
      <div className="table-scroll" dir={dir} aria-label={labels.table} {...SCROLLABLE}>
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
