import { partsOf } from '#app/ui/errors/error-words.ts';
import type { FailureWords } from '#app/ui/errors/failure-words.ts';
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

/** Turns Markdown into HTML; the route hands over the one that the chat uses. */
export interface BlockRenderer {
  /** Takes the next piece. @returns the top-level blocks that are complete now, whatever follows */
  push: (piece: string) => string[];
  /** The block that is not complete yet; with those before it, it is the source. */
  open: () => string;
  /** Safe HTML of one complete block. `key` is unique in the document. */
  render: (block: string, key: string) => Promise<string>;
}

type Open = 'nothing' | 'thinking' | 'block';

const CLOSE: Record<Open, string> = { nothing: '', thinking: '</p></details>', block: '</p>' };

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

/** All that is said of a reply that failed, in one card, as the page around the frame says it. */
export function failureCard({ title, sentence, to, detail, kept, cost }: FailureWords): string {
  const [before = '', page, after = ''] = partsOf(sentence).map(escapeHtml);
  const link = page ? `<a href="${escapeHtml(to)}" target="_top">${page}</a>` : '';
  const met = detail === null ? '' : `<p class="met" dir="auto">${escapeHtml(detail)}</p>`;
  return (
    `<section class="failure" aria-labelledby="failure"><p id="failure"><strong>${escapeHtml(title)}</strong></p>` +
    `<p>${before}${link}${after}</p>${met}<p class="kept">${escapeHtml(kept)} ${escapeHtml(cost)}</p></section>`
  );
}

/**
 * The HTML of a reply that grows without scripts: what is written can never be changed, only added to. The
 * open block grows as plain text in a `.growing` paragraph that stays open, so that the browser shows every
 * piece as it comes. When the block is complete its Markdown follows as `.finished`, and the style sheet hides
 * a `.growing` that has a `.finished` behind it. A block that was never seen growing is written finished only.
 * Only the open block is kept in memory, and of it a piece only looks at what the reader does not see yet.
 */
export function createFrameBody(renderer: BlockRenderer, thinkingLabel: string) {
  let open: Open = 'nothing';
  /** What the reader does not see yet of the block that is not complete. */
  let unseen = '';
  let blocks = 0;

  function become(next: Open): string {
    const close = CLOSE[open];
    open = next;
    if (next === 'thinking')
      return `${close}<details class="thinking" open><summary>${escapeHtml(thinkingLabel)}</summary><p dir="auto">`;
    return next === 'block' ? `${close}<p class="growing" dir="auto">` : close;
  }

  /** Space at the end waits: it shows only when something follows. */
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
