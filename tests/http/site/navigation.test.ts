import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount, PASSWORD } from '#tests/factories/create-account.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';
import { useWeb } from '#tests/setup/web.ts';

Object.assign(process.env, {
  DEMO_URL: 'https://demo.example/book',
  COMMUNITY_URL: 'https://community.example/',
  FEEDBACK_EMAIL: 'feedback@parlance.test',
  SOCIAL_LINKS: 'https://github.com/parlance, https://social.example/@parlance',
});
const web = useWeb();
let closed: WebProcess;
beforeAll(async () => {
  const unset = { DEMO_URL: '', COMMUNITY_URL: '', FEEDBACK_EMAIL: '', SOCIAL_LINKS: '' };
  closed = await startWebProcess({ ...unset, ALLOW_REGISTRATION: 'false' });
}, 180_000);
afterAll(() => closed.stop());

const withoutScripts = (html: string) => html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
const visited = async (path: string, origin = web.origin()) =>
  withoutScripts(await (await fetch(origin + path)).text());

/** The targets of links in a part of the page, in order. */
const linksIn = (html: string, element: string) =>
  [
    ...(new RegExp(`<${element}\\b[\\s\\S]*?</${element}>`).exec(html)?.[0] ?? '').matchAll(
      / href="([^"]+)"/g,
    ),
  ].map(([, href]) => href);

describe('the top of a public page', () => {
  it('links a visitor to a demo and the sign-in, and the chat of the small menu to the sign-in', async () => {
    const links = linksIn(await visited('/terms'), 'header');
    expect(links).toEqual([
      '/',
      '/models',
      '/docs',
      'https://demo.example/book',
      '/login',
      '/register',
      '/login',
      '/models',
      '/docs',
      'https://demo.example/book',
      '/login',
      '/register',
    ]);
  });

  it.each(['/', '/models', '/models/compare', '/terms', '/login', '/forgot-password', '/sitemap.xml'])(
    'has no registration link if it is closed: %s',
    async (path) => {
      const html = await visited(path, closed.origin);
      expect(html).not.toContain('/register');
      expect(html).not.toMatch(/Create (an )?account|Sign up/);
    },
  );
});

describe('the foot of a public page', () => {
  it('links to the operator’s settings, by the name of the place', async () => {
    const html = await visited('/privacy');
    expect(linksIn(html, 'footer')).toEqual([
      '/keys',
      '/balance',
      '/docs',
      '/terms',
      '/privacy',
      'mailto:feedback@parlance.test',
      'https://community.example/',
      'https://github.com/parlance',
      'https://social.example/@parlance',
    ]);
    expect(html).toMatch(/GitHub[\s\S]*social\.example/);
  });

  it('hides unset ones', async () => {
    const html = await visited('/', closed.origin);
    expect(linksIn(html, 'footer')).toEqual(['/keys', '/balance', '/docs', '/terms', '/privacy']);
    expect(html).not.toContain('Request a Demo');
  });
});

describe('a legal page', () => {
  it('names the operator’s address and community', async () => {
    const [privacy, terms] = [await visited('/privacy'), await visited('/terms')];
    for (const html of [privacy, terms]) {
      expect(html).toContain('feedback@parlance.test');
      expect(html).toContain('community chat: https://community.example/');
    }
    expect(privacy).toContain('You may download everything that is stored about you');
  });

  it('omits only those that are not set', async () => {
    const [privacy, terms] = [
      await visited('/privacy', closed.origin),
      await visited('/terms', closed.origin),
    ];
    expect(privacy).toContain('You may delete your account there as well.');
    expect(privacy).toContain('We may end your use of the service');
    expect(terms).toContain('Removals are announced before they take effect.');
    expect(terms).not.toContain('Contact');
    for (const html of [privacy, terms]) expect(html).not.toMatch(/community|\{\{/);
  });
});

const SIGNED_IN = [
  '/balance',
  '/balance/limits',
  '/keys',
  '/usage',
  '/settings',
  '/settings/account',
  '/settings/sign-in',
  '/settings/files',
  '/settings/provider-keys',
  '/settings/provider-keys/openAI',
  '/settings/import',
  '/settings/data',
  '/presets',
  '/prompts',
  '/chat/new',
  '/search',
];

describe('a page of a signed-in user', () => {
  it.each([...SIGNED_IN, '/', '/models', '/docs', '/terms', '/playground/new'])(
    '%s has the areas, the balance and the menu of the user in its side bar, in the first byte',
    async (path) => {
      const { userId } = await createAccount({ creditMicro: 2_500_000n });
      const html = withoutScripts(await (await web.as(userId)(path)).text());
      const aside = /<aside\b[\s\S]*?<\/aside>/.exec(html)?.[0] ?? '';
      expect(linksIn(html, 'aside')).toEqual([
        '/',
        '/chat/new',
        '/search',
        '/chat',
        '/playground',
        '/models',
        '/balance',
        '/docs',
        '/chat/folders',
        '/chat/archived',
        '/chat/trash',
        '/keys',
        '/usage',
        '/balance',
        '/settings',
        '/docs',
        '/chat/help',
        '/terms',
        '/privacy',
      ]);
      expect(aside).toContain('action="/logout"');
      expect(aside).toMatch(/<data value="2500000"[^>]*>\$2\.50<\/data>/);
      expect(html).not.toContain('href="/login"');
      expect(html).not.toContain('<footer');
    },
  );

  it.each(SIGNED_IN)('%s redirects a visitor through the sign-in', async (path) => {
    const answer = await fetch(web.origin() + path, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);
  });

  it.each(['/login', '/register'])('%s redirects a signed-in user to the chat', async (path) => {
    const { userId } = await createAccount();
    const answer = await web.as(userId)(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/chat/new']);
  });
});

describe('a closed registration', () => {
  it('redirects to the sign-in and refuses the call', async () => {
    const browser = new PlainBrowser(closed.origin);
    expect((await browser.get('/register')).location).toBe('/login');
    expect((await browser.get('/login')).body).not.toContain('href="/register"');
    const body = {
      name: 'Somebody',
      email: 'somebody@example.test',
      password: PASSWORD,
      confirm_password: PASSWORD,
    };
    const form = await browser.send('/register', { method: 'POST', body: new URLSearchParams(body) });
    expect(form.location).toBe('/login');
    const call = await browser.postJson('/api/auth/register', body);
    expect(call.status).toBe(403);
    expect(call.json()).toMatchObject({ error: { code: 'registration_disabled' } });
    expect(await selectRow(AUTOCOMMIT, 'SELECT 1 FROM users WHERE email = ?', [body.email])).toBeUndefined();
  });
});
