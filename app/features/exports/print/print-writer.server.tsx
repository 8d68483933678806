import formulaStyles from 'katex/dist/katex.min.css?url';
import type { Translate } from '#app/ui/i18n/translation.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { filePath, thumbnailPath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { ExportedMessage } from '#app/core/exports/exported-messages.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { createI18n } from '#app/ui/i18n/create.ts';
import { directionOf } from '#app/ui/i18n/languages.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import { newRenderBudget, renderTexts } from '#app/ui/markdown/render/render-text.server.ts';
import { TypedText } from '#app/ui/markdown/TypedText.tsx';
import appStyles from '#app/ui/styles/app.css?url';
import printStyles from './print.css?url';

interface PrintFacts {
  language: string;
  title: string;
  conversationId: string;
  /** The messages of all branches are written: each names the one that it answers. */
  hasBranches: boolean;
  /** Without the bar above the chat and without scripts. */
  isBare: boolean;
  nonce: string;
  /** Id of the user: users take turns at the rendering threads. */
  owner: string;
}

/** Writes the pieces of a page to print, in this order. */
export interface PrintWriter {
  head(): string;
  messages(messages: readonly ExportedMessage[]): Promise<string>;
  tail(): string;
}

const styleLink = (href: string) => `<link rel="stylesheet" href="${escapeHtml(href)}">`;

/** The button is visible once its script runs. */
const SCRIPT = `const button = document.querySelector('[data-print]');
button.hidden = false;
button.addEventListener('click', () => window.print());`;

/** Creates the writer of a page. The page is light, like paper. */
export function createPrintWriter(facts: PrintFacts): PrintWriter {
  const { language, title, conversationId, hasBranches, isBare, nonce, owner } = facts;
  const i18n = createI18n(language, textsOf(language, ['chat', 'exports']));
  const t: Translate<'exports'> = i18n.getFixedT(language, 'exports');
  const chat: Translate<'chat'> = i18n.getFixedT(language, 'chat');
  const labels = markdownLabels(chat);
  /** Numbers of the messages so far, if there are several branches. */
  const numbers = new Map<string, number>();
  let hasFormulas = false;

  const bar = () =>
    `<nav class="print-bar"><button type="button" data-print hidden>${escapeHtml(t('print'))}</button>` +
    `<a href="/chat/${conversationId}">${escapeHtml(t('back'))}</a></nav>`;

  const typed = (text: string) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <TypedText text={text} />
      </I18nextProvider>,
    );

  const headingOf = (message: ExportedMessage) => {
    const author = message.isCreatedByUser ? t('words.you') : message.signature;
    return `<h2><bdi>${escapeHtml(author)}</bdi>${hasBranches ? placeOf(message) : ''}</h2>`;
  };

  const placeOf = ({ messageId, parentMessageId }: ExportedMessage) => {
    const number = numbers.size + 1;
    const parent = numbers.get(parentMessageId);
    numbers.set(messageId, number);
    const place =
      parent === undefined ? t('place.first', { number }) : t('place.answers', { number, parent });
    return ` <small>${escapeHtml(place)}</small>`;
  };

  const noteOf = ({ error, cancelled, unfinished, errorCode }: ExportedMessage) => {
    if (error) return `${t('words.failed')} (${errorCode})`;
    if (cancelled) return t('words.stopped');
    return unfinished ? t('words.unfinished') : null;
  };

  return {
    head: () =>
      `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}" data-theme="light">` +
      `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
      `${styleLink(appStyles)}${styleLink(printStyles)}</head>` +
      `<body class="print-page">${isBare ? '' : bar()}<main data-chat><header data-turn><h1 dir="auto">${escapeHtml(title)}</h1></header>`,
    async messages(messages) {
      const replies = messages.filter(({ isCreatedByUser, text }) => !isCreatedByUser && text !== '');
      const inputs = replies.map(({ text, messageId }) => ({ text, labels, idPrefix: messageId, open: '' }));
      // A page that is written in pieces may wait: nothing of it stays plain because other pages are rendered.
      const rendered = await renderTexts(inputs, {
        budget: newRenderBudget(owner, Infinity),
        isStored: true,
      });
      const html = new Map(replies.map(({ messageId }, index) => [messageId, rendered[index]!.html]));
      const needsStyles = !hasFormulas && rendered.some(({ math }) => math);
      hasFormulas ||= needsStyles;
      const turns = messages.map((message) => {
        const { messageId, isCreatedByUser, text, files, deletedFiles } = message;
        const note = noteOf(message);
        return (
          `<article data-turn${isCreatedByUser ? ' class="is-own"' : ''}>${headingOf(message)}` +
          files.map(fileHtml).join('') +
          (deletedFiles > 0
            ? `<p class="print-note">${escapeHtml(chat('message.deletedPictures', { count: deletedFiles }))}</p>`
            : '') +
          (isCreatedByUser ? typed(text) : `<div class="markdown">${html.get(messageId) ?? ''}</div>`) +
          (note === null ? '' : `<p class="print-note">${escapeHtml(note)}</p>`) +
          '</article>'
        );
      });
      return `${needsStyles ? styleLink(formulaStyles) : ''}${turns.join('')}`;
    },
    tail: () =>
      `</main>${isBare ? '' : `<script nonce="${escapeHtml(nonce)}">${SCRIPT}</script>`}</body></html>`,
  };
}

/** An image, or the poster and the name of a video. */
function fileHtml({ file_id: id, filename, type, duration, width, height, preview }: FileView): string {
  const name = escapeHtml(filename);
  const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '';
  if (duration === null && type.startsWith('image/'))
    return `<img src="${filePath(id)}" alt="${name}"${size}>`;
  const poster = preview === null ? '' : `<img src="${thumbnailPath(id)}" alt="">`;
  return `<figure>${poster}<figcaption><a href="${filePath(id)}"><bdi>${name}</bdi></a></figcaption></figure>`;
}
