import { isValidElement, type ReactNode } from 'react';
import type { MarkdownLabels } from '#app/ui/markdown/labels.ts';

/** A scrollable box must be reachable by keyboard; otherwise its end cannot be read without a mouse. */
export const SCROLLABLE = { role: 'region', tabIndex: 0 } as const;

/**
 * Code block with its language and a copy button; `useCodeCopy` makes the button work. The code scrolls
 * inside the block, also by keyboard.
 */
export function CodeBlock({ labels, children }: { labels: MarkdownLabels; children: ReactNode }) {
  const language = languageOf(children);
  return (
    <figure className="code-block" dir="ltr">
      <figcaption>
        <span>{language}</span>
        <button type="button" data-copy-code="">
          {labels.copy}
        </button>
      </figcaption>
      <pre aria-label={`${labels.code} ${language}`.trim()} {...SCROLLABLE}>
        {children}
      </pre>
    </figure>
  );
}

function languageOf(children: ReactNode): string {
  if (!isValidElement<{ className?: string }>(children)) return '';
  return /(?:^|\s)language-(\S+)/.exec(children.props.className ?? '')?.[1] ?? '';
}
