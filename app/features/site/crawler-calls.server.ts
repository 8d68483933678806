import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { KEY_VARIABLE, samplesFor } from '#app/contracts/code-samples.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { siteFacts } from './site-facts.server.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';

const HOUR = 'public, max-age=3600';

/** Public pages with the same content for every visitor. */
const PUBLIC_PAGES = ['/', '/terms', '/privacy', '/login'];

/**
 * Paths of private pages and of addresses that are not pages. A path covers everything that begins with it.
 */
const PRIVATE = [
  '/api/',
  '/v1/',
  '/chat',
  '/playground',
  '/search',
  '/replies/',
  '/balance',
  '/keys',
  '/usage',
  '/settings',
  '/logout',
  '/reset-password',
  '/verify-email',
];

interface Site {
  appTitle: string;
  /** Without a trailing slash. */
  appUrl: string;
  /** The documentation as a list of links in Markdown. */
  docs: string;
}

/** GET /robots.txt: the rules for crawlers, and the address of the sitemap. */
export function robotsCall(): Response {
  return answer(robotsText(appUrl()), 'text/plain');
}

/**
 * GET /sitemap.xml: every public page, including those of the models.
 * @param docs paths of the documentation
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
 * GET /llms.txt: a description of the product and its API, for language models that read it for a user.
 * @param docs the documentation as a list of links in Markdown
 */
export function summaryCall(docs: string): Response {
  return answer(siteSummary({ ...siteFacts(), docs }), 'text/plain');
}

function answer(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': HOUR },
  });
}

/** Rules for crawlers. @param appUrl without a trailing slash */
function robotsText(appUrl: string): string {
  const rules = PRIVATE.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${appUrl}/sitemap.xml`, ''].join('\n');
}

/** The product in the format of llmstxt.org: a title, a summary, and links with descriptions. */
function siteSummary({ appTitle, appUrl, docs }: Site): string {
  return `# ${appTitle}

> The AI models of many providers behind one OpenAI-compatible API and one chat, paid per call, without a monthly fee.

- API base: ${appUrl}/api/v1 (also ${appUrl}/v1). OpenAI's own clients work with it as their base URL.
- Authentication: an API key that begins with sk-par-, made at ${appUrl}/keys, as a bearer token.
- Model ids have the form maker/model. ${AUTO_MODEL} chooses a fitting model for each call.
- Every call has a receipt with its tokens, its cost, and who answered.

## API

- [OpenAPI document](${appUrl}/api/v1/openapi.json): GET; every call with its fields, answers and errors
- [Models](${appUrl}/api/v1/models): GET; what can be called, with prices, limits and parameters; needs no key
- [Catalogue](${appUrl}/api/hub/models): GET; all models that are known, with who serves them; needs no key
- Chat completions: POST ${appUrl}/api/v1/chat/completions; an answer, streamed or in one piece
- Messages, as Anthropic's clients ask: POST ${appUrl}/api/v1/messages, /messages/count_tokens; base URL ${appUrl}/api
- Text completions, OpenAI's older call: POST ${appUrl}/api/v1/completions
- Responses: POST ${appUrl}/api/v1/responses; the same in OpenAI's newer form, kept, read again and continued
- Embeddings: POST ${appUrl}/api/v1/embeddings
- Pictures: POST ${appUrl}/api/v1/images/generations and /images/edits; from words or other pictures, as base64
- Videos: POST ${appUrl}/api/v1/videos, then GET /videos/{id} and /videos/{id}/content; ordered, and fetched when it is there
- Webhooks: ${appUrl}/api/v1/webhook_endpoints; addresses that are told when a video is finished or has failed
- Quote: POST ${appUrl}/api/v1/quote; what a call can cost, without making it
- Receipt: GET ${appUrl}/api/v1/generation?id=
- Credits and key: GET ${appUrl}/api/v1/credits, GET ${appUrl}/api/v1/key

A call, with a key in ${KEY_VARIABLE}:

\`\`\`sh
${samplesFor({ origin: appUrl, model: AUTO_MODEL }).curl}\`\`\`

## Documentation, in Markdown

${docs}

## Pages

- [Start](${appUrl}/): what this is
- [Models](${appUrl}/models): the catalogue for people, with a page for each model
- [Documentation](${appUrl}/docs): the same as above, for people
- [Terms](${appUrl}/terms): fees, credits, disputes
- [Privacy](${appUrl}/privacy): what is kept, and what for
`;
}
