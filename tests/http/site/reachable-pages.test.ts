import { beforeAll, expect, it } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createVideoModel } from '#tests/factories/video-call.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';
import { createOwner, type Owner } from '../routes/owner.ts';
import { routeFiles } from '../routes/route-files.ts';

Object.assign(process.env, UNSERVED);
useFileStore({ keepsFiles: true });
const web = useWeb();

/**
 * Pages for a visitor, to which no page of a signed-in user leads, the page of an unknown address, and shared
 * chats, which are outside of the interface.
 */
const OF_VISITORS = new Set([
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/share/:token',
  '/$',
]);

/** Steps of a payment, which only the step before leads to, if a payment service is configured. */
const STEPS = new Set(['/balance/checkout', '/balance/top-up', '/balance/top-up/card']);

/** Pages that are read of one pattern: they differ by what they show, such as a tab. */
const OF_ONE_PATTERN = 12;

/** The pages of a signed-in user, those without a parameter first: `/docs/search` is not a chapter. */
const PATTERNS = [
  ...new Set(
    routeFiles()
      .filter(({ file }) => file.endsWith('.tsx'))
      .map(({ pattern }) => pattern),
  ),
]
  .filter((pattern) => !OF_VISITORS.has(pattern))
  .toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));

const patternOf = (path: string): string | undefined =>
  PATTERNS.find((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));

/** For each page the pages that its links and forms lead to. */
const leadsTo = new Map<string, Set<string>>();

/** Reads one page of each pattern, beginning at a new chat, and follows what it finds. */
async function crawl(owner: Owner): Promise<void> {
  const waiting = new Map([['/chat/new', '/chat/:conversationId']]);
  const counts = new Map<string, number>();
  for (const [path, pattern] of waiting) {
    const first = await owner.fetch(path);
    const location = first.headers.get('location');
    const answer = location ? await owner.fetch(location) : first;
    const html = (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
    const targets = leadsTo.get(pattern) ?? new Set();
    leadsTo.set(pattern, targets);
    for (const [, escaped] of html.matchAll(/<(?:a|form)\b[^>]* (?:href|action)="(\/[^"#]*)/g)) {
      const href = escaped!.replaceAll('&amp;', '&');
      const found = patternOf(href.split('?')[0]!);
      if (!found) continue;
      targets.add(found);
      const count = counts.get(found) ?? 0;
      if (waiting.has(href) || count === OF_ONE_PATTERN) continue;
      waiting.set(href, found);
      counts.set(found, count + 1);
    }
  }
}

beforeAll(async () => {
  await createModel();
  await createVideoModel();
  const owner = await createOwner(web.as);
  await change(AUTOCOMMIT, "UPDATE users SET role = 'ADMIN' WHERE id = ?", [owner.userId]);
  await makePastCalls({ userId: owner.userId, count: 1 });
  await crawl(owner);
});

it('every page of the interface is linked', () => {
  expect(PATTERNS.filter((pattern) => !leadsTo.has(pattern) && !STEPS.has(pattern))).toEqual([]);
});

it('every page is at most two presses away from every other', () => {
  const far: string[] = [];
  const targets = PATTERNS.filter((pattern) => !pattern.includes(':') && !STEPS.has(pattern));
  for (const [from, first] of leadsTo) {
    const second = new Set([...first].flatMap((next) => [...(leadsTo.get(next) ?? [])]));
    far.push(
      ...targets
        .filter((to) => to !== from && !first.has(to) && !second.has(to))
        .map((to) => `${from} to ${to}`),
    );
  }
  expect(far).toEqual([]);
});
