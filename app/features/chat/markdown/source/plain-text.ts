import { escapeHtml } from '#app/ui/html/escape-html.ts';

/** A text without its formatting, line breaks kept by the style sheet. Linear. */
export function plainText(text: string): string {
  return `<p dir="auto" class="plain-text">${escapeHtml(text)}</p>`;
}

/** The words that say so, once above all of it. */
export function plainNote(note: string): string {
  return `<p class="plain-note">${escapeHtml(note)}</p>`;
}
