import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { siteFacts } from '#app/features/site/site-facts.server.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { robotsText } from './robots-text.ts';
import { siteSummary } from './site-summary.ts';

const HOUR = 'public, max-age=3600';

/** Pages that everybody may read, and that say the same to everybody. */
const PUBLIC_PAGES = ['/', '/terms', '/privacy', '/login'];

/** GET /robots.txt: what crawlers may read, and where the rest is listed. */
export function robotsCall(): Response {
  return answer(robotsText(appUrl()), 'text/plain');
}

/**
 * GET /sitemap.xml: every public page, those of the models among them.
 * @param docs paths of the documents
 */
export async function sitemapCall(docs: readonly string[]): Promise<Response> {
  const entry = config().ALLOW_REGISTRATION ? ['/register'] : [];
  const { models } = await readListing();
  const paths = [...PUBLIC_PAGES, ...entry, '/models', ...models.map(({ id }) => modelHref(id)), ...docs];
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(appUrl() + path)}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
  return answer(xml, 'application/xml');
}

/**
 * GET /llms.txt: what this is and how it is called, for language models that read it for somebody.
 * @param docs the documents as a list of links in Markdown
 */
export function summaryCall(docs: string): Response {
  return answer(siteSummary({ ...siteFacts(), docs }), 'text/plain');
}

function answer(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': HOUR },
  });
}
