import { partsOf } from '#app/ui/errors/error-words.ts';
import type { FailureWords } from '#app/ui/errors/failure-words.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';

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
