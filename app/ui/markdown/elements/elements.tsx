import { Children, isValidElement, type CSSProperties, type JSX, type ReactNode } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import type { MarkdownLabels } from '#app/ui/markdown/labels.ts';
import { CodeBlock, SCROLLABLE } from './CodeBlock.tsx';
import { destinationOf, safeUrl } from './safe-url.ts';

type TextTag = 'p' | 'h3' | 'h4' | 'h5' | 'h6';

interface TextProps {
  children?: ReactNode;
  id?: string;
  className?: string;
  dir?: string;
  'data-depth'?: number;
}

interface MarkdownImageProps {
  src?: string | Blob;
  alt?: string;
  /** Text that contains `{{host}}`. */
  label: string;
}

type MarkdownLinkProps = JSX.IntrinsicElements['a'] & ExtraProps & { idPrefix: string };

/**
 * Creates a text element whose direction follows its own first letter, unless `directWholes` set the
 * direction of the whole.
 */
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

/** Passes a cell's alignment to the style sheet as `data-align`: the content policy forbids inline styles. */
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

/** Maps each element of Markdown to HTML. `levelHeadings` sets the levels of headings. */
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
    // The empty corner of a table is not a header: screen readers would announce a header without text.
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
    // The box has the direction, so that it opens at the table's first column.
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

/**
 * An image of another host is not fetched: its address could leak the conversation to the owner of the host.
 * A link that names the host replaces the image and opens it when the user wants to.
 */
function MarkdownImage({ src, alt, label }: MarkdownImageProps) {
  const url = safeUrl(typeof src === 'string' ? src : null);
  if (!url || url.protocol === 'mailto:') return <span className="image-note">{alt}</span>;
  return (
    <a className="image-note" href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      <span>{label.replace('{{host}}', destinationOf(url))}</span>
      {alt && <span className="image-alt">{alt}</span>}
    </a>
  );
}

/** A link that shows its destination, or plain text when the address may not be linked. */
function MarkdownLink({ href, id, children, idPrefix, ...rest }: MarkdownLinkProps) {
  if (href?.startsWith(`#${idPrefix}`)) {
    return (
      <a href={href} id={id} aria-label={rest['aria-label']}>
        {children}
      </a>
    );
  }
  const url = safeUrl(href);
  if (!url) return <span>{children}</span>;
  const destination = destinationOf(url);
  const shown = textOf(children).includes(destination);
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {!shown && (
        <span className="link-host" dir="ltr">
          {destination}
        </span>
      )}
    </a>
  );
}

function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => {
      if (isValidElement<{ children?: ReactNode }>(child)) return textOf(child.props.children);
      return typeof child === 'string' || typeof child === 'number' ? String(child) : '';
    })
    .join('');
}
