import { escapeHtml } from '#app/ui/html/escape-html.ts';

export interface FrameLook {
  language: string;
  direction: 'ltr' | 'rtl';
  theme: string;
  title: string;
  /** Addresses of style sheets on our own host: the security policy allows no others and none inline. */
  styles: string[];
}

/** Browsers begin to show a document once about a kilobyte of it is there. */
const PADDING_BYTES = 1024;

/** The beginning of the document, up to the place where the reply grows. */
export function frameHead({ language, direction, theme, title, styles }: FrameLook): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('');
  const head =
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}" data-theme="${escapeHtml(theme)}">` +
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `${links}</head><body class="reply-frame">`;
  return `${head}<!--${' '.repeat(Math.max(0, PADDING_BYTES - head.length))}-->`;
}

export interface StopForm {
  /** Where it is sent, and what it says beside its intent. */
  action: string;
  fields: Record<string, string>;
  stop: string;
  /** Says that the reply is being written. */
  sending: string;
}

/**
 * The way to stop the reply, over it. It is here and not on the page around the frame, because only the frame hears
 * of the end: what comes then (`.ended`) hides it.
 */
export function stopBar({ action, fields, stop, sending }: StopForm): string {
  return (
    `<form class="bar" method="post" action="${escapeHtml(action)}" target="_top">` +
    Object.entries({ intent: 'stop', ...fields })
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
      .join('') +
    `<span class="dots" role="img" aria-label="${escapeHtml(sending)}"></span>` +
    `<button>${escapeHtml(stop)}</button></form>`
  );
}

/** Opens the box that the reply grows in. */
export const FRAME_MAIN = '<div class="view"><main class="markdown">';

/** Shown until anything follows it. */
export function waitingNote(text: string): string {
  return `<p class="waiting">${escapeHtml(text)}</p>`;
}

/** A remark below the reply. */
export function note(text: string): string {
  return `<p class="note">${escapeHtml(text)}</p>`;
}

/** A link that leaves the frame. */
export function topLink(href: string, text: string): string {
  return `<p class="way-out"><a href="${escapeHtml(href)}" target="_top">${escapeHtml(text)}</a></p>`;
}

/** The link at the end of a reply, to the page that shows it whole. */
export function finishedLink(href: string, text: string): string {
  return `<p class="way-out ended"><a href="${escapeHtml(href)}" target="_top">${escapeHtml(text)}</a></p>`;
}

/** A link that loads the frame again; closes what may be open, for nobody knows where a stream is cut. */
export function againLink(href: string, text: string): string {
  return `</p></details><p class="way-out"><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>${FRAME_TAIL}`;
}

export const FRAME_TAIL = '</main></div></body></html>';
