import { partsOf } from '#app/ui/errors/error-words.ts';
import type { FailureWords } from '#app/ui/errors/failure-words.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';

export interface FrameFacts {
  language: string;
  direction: 'ltr' | 'rtl';
  theme: string;
  title: string;
  /** Style sheets on our own host: the security policy allows no others, and none inline. */
  styles: string[];
}

/** Browsers begin to show a document after about a kilobyte. */
const PADDING_BYTES = 1024;

/** Turns Markdown into HTML; the route passes the renderer of the chat. */
export interface BlockRenderer {
  /** Adds the next piece. @returns the top-level blocks that later text cannot change any more */
  push: (piece: string) => string[];
  /** The incomplete block; appended to the blocks before it, it gives the whole source. */
  open: () => string;
  /** Safe HTML of one complete block. `key` is unique in the document. */
  render: (block: string, key: string) => Promise<string>;
}

type Open = 'nothing' | 'thinking' | 'block';

const CLOSE: Record<Open, string> = { nothing: '', thinking: '</p></details>', block: '</p>' };

/** The beginning of the document, up to the place where the reply grows. */
export function frameHead({ language, direction, theme, title, styles }: FrameFacts): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('');
  const head =
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}" data-theme="${escapeHtml(theme)}">` +
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `${links}</head><body class="reply-frame">`;
  return `${head}<!--${' '.repeat(Math.max(0, PADDING_BYTES - head.length))}-->`;
}

export interface StopForm {
  /** The address of the form, and its fields besides its intent. */
  action: string;
  fields: Record<string, string>;
  stop: string;
  /** The label for a reply that is being written. */
  sending: string;
}

/**
 * The button that stops the reply, above it. It is in the frame and not in the page around it, because only
 * the frame learns of the end: the link that comes then (`.ended`) hides it.
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

/** Opens the box in which the reply grows. */
export const FRAME_MAIN = '<div class="view"><main class="markdown">';

/** A line that is visible until any content follows it. */
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

/**
 * A link that reloads the frame. Closes all elements that may be open, since a stream may be cut anywhere.
 */
export function againLink(href: string, text: string): string {
  return `</p></details><p class="way-out"><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>${FRAME_TAIL}`;
}

export const FRAME_TAIL = '</main></div></body></html>';

/** The card about a failed reply, with the same texts as in the page around the frame. */
export function failureCard({ title, sentence, to, detail, saved, cost }: FailureWords): string {
  const [before = '', page, after = ''] = partsOf(sentence).map(escapeHtml);
  const link = page ? `<a href="${escapeHtml(to)}" target="_top">${page}</a>` : '';
  const met = detail === null ? '' : `<p class="met" dir="auto">${escapeHtml(detail)}</p>`;
  return (
    `<section class="failure" aria-labelledby="failure"><p id="failure"><strong>${escapeHtml(title)}</strong></p>` +
    `<p>${before}${link}${after}</p>${met}<p class="kept">${escapeHtml(saved)} ${escapeHtml(cost)}</p></section>`
  );
}

/**
 * The HTML of a reply that grows without scripts: output can only be appended, never changed. The open block
 * grows as plain text in a `.growing` paragraph that stays open, so that the browser shows every piece on
 * arrival. When the block is complete its Markdown follows as `.finished`, and the style sheet hides a
 * `.growing` that is followed by a `.finished`. A block that arrives complete is written only as finished.
 * Only the open block is in memory, and a new piece processes only the part that is not written yet.
 */
export function createFrameBody(renderer: BlockRenderer, thinkingLabel: string) {
  let open: Open = 'nothing';
  /** The part of the incomplete block that is not written yet. */
  let unseen = '';
  let blocks = 0;

  function become(next: Open): string {
    const close = CLOSE[open];
    open = next;
    if (next === 'thinking')
      return `${close}<details class="thinking" open><summary>${escapeHtml(thinkingLabel)}</summary><p dir="auto">`;
    return next === 'block' ? `${close}<p class="growing" dir="auto">` : close;
  }

  /** Holds white space at the end back: it is visible only when text follows. */
  function grow(): string {
    const seen = unseen.trimEnd();
    if (seen === '') return '';
    unseen = unseen.slice(seen.length);
    return (open === 'block' ? '' : become('block')) + escapeHtml(seen);
  }

  async function finish(block: string): Promise<string> {
    const close = become('nothing');
    if (block.trim() === '') return close;
    blocks += 1;
    return `${close}<div class="finished">${await renderer.render(block, `block-${blocks}`)}</div>`;
  }

  return {
    addThinking(text: string): string {
      return (open === 'thinking' ? '' : become('thinking')) + escapeHtml(text);
    },

    async addText(text: string): Promise<string> {
      let html = open === 'thinking' ? become('nothing') : '';
      const complete = renderer.push(text);
      for (const block of complete) html += await finish(block);
      unseen = complete.length > 0 ? renderer.open() : unseen + text;
      return text.trim() === '' ? html : html + grow();
    },

    /** The rest, in its finished form; nothing can be added afterwards. */
    async end(rest = ''): Promise<string> {
      let html = open === 'thinking' ? become('nothing') : '';
      for (const block of renderer.push(rest)) html += await finish(block);
      return html + (await finish(renderer.open()));
    },
  };
}
