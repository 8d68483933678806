import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Letters of a line on the narrowest screen, and lines that surely fit into what is shown of a folded message. */
const LETTERS = 34;
const LINES = 8;

/**
 * What a person wrote, folded behind Show more where it is taller than 320 px: a native disclosure, so that it opens
 * without scripts. How tall a text is only the browser knows: what may be is given the disclosure, and the style
 * sheet shows it where it is needed.
 */
export function Folded({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation('chat');
  if (!mayBeTall(text)) return children;
  return (
    <div className="folded">
      {children}
      <details>
        <summary className="control inline-flex items-center font-medium text-accent">
          <span className="when-closed">{t('message.showMore')}</span>
          <span className="when-open">{t('message.showLess')}</span>
        </summary>
      </details>
    </div>
  );
}

/** Whether a text may have more lines than are shown; reads no more of it than decides. */
export function mayBeTall(text: string): boolean {
  let lines = 1;
  let letters = 0;
  for (let at = 0; at < text.length && lines <= LINES; at++) {
    const code = text.charCodeAt(at);
    // What is written in squares is twice as wide.
    letters += code >= 0x2e80 ? 2 : 1;
    if (code !== 0x0a && letters <= LETTERS) continue;
    lines += 1;
    letters = 0;
  }
  return lines > LINES;
}
