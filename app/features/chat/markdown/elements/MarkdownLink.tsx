import { Children, isValidElement, type JSX, type ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import { destinationOf, safeUrl } from './safe-url.ts';

type MarkdownLinkProps = JSX.IntrinsicElements['a'] & ExtraProps & { idPrefix: string };

/** A link that shows where it leads, or plain words when it leads to nothing that may be linked. */
export function MarkdownLink({ href, id, children, idPrefix, ...rest }: MarkdownLinkProps) {
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
