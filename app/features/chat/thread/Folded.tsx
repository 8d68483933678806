import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';

/**
 * Letters of a line on the narrowest screen, and lines that always fit into the visible part of a folded
 * message.
 */
const LETTERS = 34;
const LINES = 8;

/**
 * A user's message, folded behind Show more when it is taller than 320 px: a native disclosure, so that it
 * opens without scripts. Only the browser knows the height of a text: a text that may be too tall gets the
 * disclosure, and the style sheet shows it when needed.
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

/** Returns whether a text may have more lines than are shown; reads only as far as needed. */
export function mayBeTall(text: string): boolean {
  let lines = 1;
  let letters = 0;
  for (let at = 0; at < text.length && lines <= LINES; at++) {
    const code = text.charCodeAt(at);
    // CJK characters are twice as wide.
    letters += code >= 0x2e80 ? 2 : 1;
    if (code !== 0x0a && letters <= LETTERS) continue;
    lines += 1;
    letters = 0;
  }
  return lines > LINES;
}
