import { beforeAll, describe, expect, it } from 'vitest';
import { allHubErrors } from '#app/contracts/openai/error-meanings.ts';
import { PARTS } from '#app/features/docs/chapter-list.ts';
import { useWeb } from '#tests/setup/web.ts';
import packageFile from '../../../package.json';

const web = useWeb();
const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

async function read(path: string, language = 'en-US', status = 200) {
  const answer = await fetch(web.origin() + path, { headers: { 'accept-language': language } });
  expect([path, answer.status]).toEqual([path, status]);
  const whole = await answer.text();
  const [head = ''] = whole.split('</head>');
  const body = whole
    .slice(head.length)
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '');
  return { head, body, type: answer.headers.get('content-type') };
}

const pages = new Map<string, Awaited<ReturnType<typeof read>>>();
/** Paths of chapters, as in the list of chapters. */
const chapters = () => [...pages.keys()].filter((path) => path !== '/docs');
beforeAll(async () => {
  const { body } = await read('/docs');
  const found = [...body.matchAll(/href="(\/docs\/[\w-]+)"/g)].map(([, path = '']) => path);
  for (const path of ['/docs', ...new Set(found)]) pages.set(path, await read(path));
});

const idsOf = (body: string) => [...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const linksOf = (body: string) =>
  [...body.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href = '']) => unescape(href));
const contentOf = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1] ?? '';

describe('the documents', () => {
  it('have a page for each chapter and each part of the reference', () => {
    expect(chapters().length).toBeGreaterThan(18);
    for (const slug of ['quick-start', 'errors', 'clients', 'reference', 'reference-chat'])
      expect(pages.has(`/docs/${slug}`)).toBe(true);
  });

  it('have a title, a description and an address of their own, and link to their Markdown', () => {
    const titles = new Set<string>();
    for (const [path, { head, body }] of pages) {
      const [, title = ''] = /<title>([^<]*)<\/title>/.exec(head) ?? [];
      titles.add(title);
      expect([path, title]).toEqual([path, expect.stringMatching(/\S · \S/)]);
      expect([path, contentOf(head, 'description').length > 25]).toEqual([path, true]);
      expect(head).toContain(`<link rel="canonical" href="${web.origin()}${path}"/>`);
      expect(head).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md"/>`);
      expect([path, body.match(/<h1\b/g)?.length]).toEqual([path, 1]);
      // Text that begins like a Markdown list would become one in the heading.
      expect([path, /<h[23]\b[^>]*><span>(?:(?!<\/h)[\s\S])*<(?:ol|ul|p)\b/.test(body)]).toEqual([
        path,
        false,
      ]);
    }
    expect(titles.size).toBe(pages.size);
  });

  it('have every id once, and skip no level of headings', () => {
    for (const [path, { body }] of pages) {
      const ids = idsOf(body);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
      const levels = [...body.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
      const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
      expect([path, skipped]).toEqual([path, []]);
    }
  });

  it('have no dead link: every link to a page, and every anchor', async () => {
    const outside = new Set<string>();
    for (const [path, { body }] of pages) {
      for (const href of linksOf(body)) {
        const [target = '', hash] = href.split('#');
        const page = target === '' ? path : target;
        if (pages.has(page)) {
          if (hash !== undefined && hash !== 'content')
            expect([path, href, idsOf(pages.get(page)!.body).includes(hash)]).toEqual([path, href, true]);
        } else outside.add(page);
      }
    }
    expect([...outside].filter((href) => !href.startsWith('/') && !href.startsWith('mailto:'))).toEqual([]);
    for (const href of outside) {
      if (!href.startsWith('/')) continue;
      const answer = await fetch(web.origin() + href, { redirect: 'manual' });
      expect([href, answer.status < 400]).toEqual([href, true]);
    }
  });

  it('link from chapter to chapter, through all of them', () => {
    let path: string | undefined = '/docs/quick-start';
    const seen: string[] = [];
    while (path !== undefined && !seen.includes(path)) {
      seen.push(path);
      path = /rel="next"[^>]* href="([^"]+)"|href="([^"]+)"[^>]* rel="next"/
        .exec(pages.get(path)!.body)
        ?.slice(1)
        .find(Boolean);
    }
    expect(seen.toSorted()).toEqual(chapters().toSorted());
  });

  it('name every error code with its status, each with an address of its own', () => {
    const { body } = pages.get('/docs/errors')!;
    for (const { code, status, meaning } of allHubErrors()) {
      expect(idsOf(body)).toContain(code);
      const part = body.slice(body.indexOf(` id="${code}"`));
      expect(unescape(part.replaceAll(/<[^>]*>/g, '')).slice(0, 600)).toContain(`${status}, type`);
      expect(unescape(part.replaceAll(/<[^>]*>/g, '')).slice(0, 600)).toContain(meaning.replaceAll('`', ''));
    }
  });

  it('list the tested clients, in their versions', () => {
    const { body } = pages.get('/docs/clients')!;
    const rows = [...body.matchAll(/<td><code>([^<]+)<\/code><\/td>\s*<td>([\d.]+)<\/td>/g)].map(
      ([, name = '', version]) => [name, version],
    );
    const versions = new Map(Object.entries({ ...packageFile.dependencies, ...packageFile.devDependencies }));
    expect(rows).toHaveLength(11);
    expect(rows).toEqual(rows.map(([name]) => [name, versions.get(name!)]));
  });

  it('describe every call and object of the OpenAPI document', async () => {
    const document = (await (await fetch(`${web.origin()}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { summary: string }>>;
      components: { schemas: object };
    };
    const reference = [...pages]
      .filter(([path]) => path.startsWith('/docs/reference-'))
      .map(([, { body }]) => body)
      .join('\n');
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods))
        expect(reference).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
    for (const name of Object.keys(document.components.schemas))
      expect(reference.split(`id="${name.toLowerCase()}"`)).toHaveLength(2);
    for (const field of ['tools[].function.name', 'max_price.prompt', 'temperature'])
      expect(reference).toContain(`<code>${field}</code>`);
  });

  it.each(['ar-EG', 'ja-JP'])('stay English within the frame of %s, with a notice', async (language) => {
    const { body } = await read('/docs/errors', language);
    expect(body).toMatch(/<article lang="en" dir="ltr"/);
    for (const words of [
      'Guides',
      'On this page',
      'Search docs',
      'Going live',
      'documentation is in English',
    ])
      expect(body).not.toContain(words);
    const notes = { 'ar-EG': 'التوثيق متاح بالإنجليزية.', 'ja-JP': 'ドキュメントは英語です。' };
    expect(body).toContain(notes[language as keyof typeof notes]);
    expect((await read('/docs')).body).not.toContain('The documentation is in English');
  });

  it('list all their parts', () => {
    const { body } = pages.get('/docs')!;
    expect([...body.matchAll(/ id="part-(\w+)"/g)].map(([, part]) => part)).toEqual([...PARTS]);
  });
});

describe('a chapter as Markdown', () => {
  it('matches its page: title, headings and every sample', async () => {
    for (const path of chapters()) {
      const { body: markdown, type, head } = await readText(`${path}.md`);
      expect(type).toBe('text/markdown; charset=utf-8');
      expect(head).toBe('');
      const { body } = pages.get(path)!;
      const [, title = ''] = /<h1[^>]*>([^<]*)<\/h1>/.exec(body) ?? [];
      expect(markdown.startsWith(`# ${unescape(title)}\n`)).toBe(true);
      const samples = [...body.matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/g)].map(([, code = '']) =>
        unescape(code.replaceAll(/<[^>]*>/g, '')).trim(),
      );
      for (const sample of samples) expect(markdown).toContain(sample);
      expect([path, markdown.match(/^```\w/gm)?.length ?? 0]).toEqual([path, samples.length]);
      expect(markdown).not.toMatch(/\{\{|^```\w+ /m);
      for (const [, target = ''] of markdown.matchAll(/\]\(([\w-]+)\.md/g))
        expect(pages.has(`/docs/${target}`)).toBe(true);
    }
  });

  it('is listed at /docs.md', async () => {
    const { body, type } = await readText('/docs.md');
    expect(type).toBe('text/markdown; charset=utf-8');
    for (const path of chapters()) expect(body).toContain(`](${web.origin()}${path}.md)`);
  });

  async function readText(path: string) {
    const answer = await fetch(web.origin() + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return { head: '', body: await answer.text(), type: answer.headers.get('content-type') };
  }
});

describe('an unknown address', () => {
  it('is a 404 that suggests similar pages, as a page and as Markdown', async () => {
    const { body } = await read('/docs/streeming', 'en-US', 404);
    expect(body).toContain('Guide not found');
    expect(linksOf(body.slice(body.indexOf('Did you mean')))).toContain('/docs/streaming');
    expect((await read('/docs/%3Cscript%3E', 'en-US', 404)).body).not.toContain('<script>');
    const answer = await fetch(`${web.origin()}/docs/streeming.md`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('streaming.md')]);
  });
});

describe('the search', () => {
  const found = async (query: string) => (await read(`/docs/search?q=${encodeURIComponent(query)}`)).body;
  const results = (body: string) => linksOf(body.slice(body.indexOf('<h1')));

  it('finds words of chapters, of samples, of codes and of the reference, and highlights them', async () => {
    const body = await found('Idempotency-Key');
    expect(results(body)).toContain('/docs/idempotency');
    expect(body).toMatch(/<mark[^>]*>Idempotency-Key<\/mark>/i);
    expect(results(await found('token_balance'))).toContain('/docs/errors#token_balance');
    expect(results(await found('top_logprobs'))).toContain('/docs/reference-chat#chatcompletionrequest');
    expect(results(await found('GENERATION price line'))).toContain('/docs/prices#the-receipt');
  });

  it('reports when nothing is found, and what to enter', async () => {
    expect(await found('no-such-word-anywhere')).toContain('No results');
    expect((await read('/docs/search')).body).toContain('Enter words');
    expect((await read('/docs/search')).head).toContain('noindex');
  });

  it('is bounded, and shows the query as text', async () => {
    const body = await found(`"><b>${'x '.repeat(2000)}`);
    expect(body).not.toContain('"><b>');
    expect(body.length).toBeLessThan(200_000);
  });
});
