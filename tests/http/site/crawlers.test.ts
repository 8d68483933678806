import { beforeAll, describe, expect, it } from 'vitest';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useWeb } from '#tests/setup/web.ts';

beforeAll(async () => {
  await emptyTables();
  await createModel();
});
const web = useWeb();
/** APP_URL of the web process is its own address. */
let APP_URL = '';
beforeAll(() => {
  APP_URL = web.origin();
});

async function read(path: string) {
  const answer = await fetch(web.origin() + path);
  expect([path, answer.status]).toEqual([path, 200]);
  return { type: answer.headers.get('content-type'), text: await answer.text() };
}

describe('answers for crawlers', () => {
  it('/robots.txt excludes working pages and the API, and names the sitemap', async () => {
    const { type, text } = await read('/robots.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    const rules = text.split('\n');
    for (const path of ['/api/', '/v1/', '/chat', '/keys', '/balance', '/usage', '/settings'])
      expect(rules).toContain(`Disallow: ${path}`);
    expect(rules).toContain(`Sitemap: ${APP_URL}/sitemap.xml`);
    const closed = rules.flatMap((rule) => /^Disallow: (.+)$/.exec(rule)?.[1] ?? []);
    const open = [
      '/',
      '/docs',
      '/docs/errors',
      '/models',
      `/models/${TEST_MODEL}`,
      '/terms',
      '/privacy',
      '/login',
      '/assets/x.js',
    ];
    for (const path of open) expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
  });

  it('/sitemap.xml lists every public page under APP_URL, and each page exists', async () => {
    const { type, text } = await read('/sitemap.xml');
    expect(type).toBe('application/xml; charset=utf-8');
    const found = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
    for (const path of [
      '/',
      '/models',
      `/models/${TEST_MODEL}`,
      '/docs',
      '/docs/errors',
      '/docs/reference-chat',
    ])
      expect(found).toContain(`${APP_URL}${path}`);
    // docs/pages.test.ts reads each chapter of the documents.
    const rest = found.filter((url) => IS_FULL || !url.includes('/docs/'));
    for (const url of rest) await read(url.replace(APP_URL, '').replaceAll('&amp;', '&'));
  });

  it('/llms.txt describes the product, the address of the API, and how to call it', async () => {
    const { type, text } = await read('/llms.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# Parlance\n\n> \S/);
    expect(text).toContain(`API base: ${APP_URL}/api/v1`);
    expect(text).toContain(`curl '${APP_URL}/api/v1/chat/completions'`);
    expect(text).toContain(`](${APP_URL}/docs/quick-start.md)`);
    const links = [...text.matchAll(/\]\((https?:[^)]*)\)/g)].map(([, url]) => url!);
    expect(links.length).toBeGreaterThan(3);
    for (const url of links) await read(url.replace(APP_URL, ''));
  });
});

describe('the head of a public page', () => {
  it.each([
    '/',
    '/models',
    `/models/${TEST_MODEL}`,
    '/docs',
    '/docs/errors',
    '/terms',
    '/privacy',
    '/login',
    '/register',
    '/forgot-password',
  ])('%s has a title, a description and its own address, the same for cards', async (path) => {
    const { text } = await read(path);
    const [head = ''] = text.split('</head>');
    const contentOf = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1] ?? '';
    const [, title] = /<title>([^<]*)<\/title>/.exec(head) ?? [];
    expect(title).toMatch(/\S · Parlance$/);
    expect(contentOf('og:title')).toBe(title);
    expect(contentOf('description').length).toBeGreaterThan(50);
    expect(contentOf('og:description')).toBe(contentOf('description'));
    expect(head).toContain(`<link rel="canonical" href="${APP_URL}${path}"/>`);
    expect(contentOf('og:url')).toBe(`${APP_URL}${path}`);
    expect(contentOf('og:image')).toBe(`${APP_URL}/card.png`);
  });

  it('links to an existing image, and a filtered page has the address of the page itself', async () => {
    const answer = await fetch(`${web.origin()}/card.png`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await read('/?tab=image')).text).toContain(`<link rel="canonical" href="${APP_URL}/"/>`);
  });
});
