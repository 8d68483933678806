import { describe, expect, it } from 'vitest';
import { ACTIVITY_AHEAD, ACTIVITY_SIZE } from '#app/contracts/usage/activity.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makeConversation } from '#tests/fixtures/conversation.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();

/** The list of calls, or another tab, for a reader without scripts. */
async function pageOf(userId: string, query = '', { language = 'en-US' } = {}): Promise<string> {
  const answer = await web.as(userId)(`/usage?${query.startsWith('tab=') ? '' : 'tab=activity&'}${query}`, {
    headers: { 'accept-language': language },
  });
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
}

/** The texts in the cells of each call, without the ones for phones. */
const callsOf = (html: string): string[][] =>
  [
    ...html
      .replaceAll(/<span aria-hidden[^>]*sm:hidden[^>]*>[^<]*<\/span>/g, '')
      .matchAll(/<tr class[\s\S]*?<\/tr>/g),
  ].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, inner]) =>
      inner!
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );

/** The list without a filter. */
const ALL = '/usage?tab=activity&dateInterval=ALL';

/** The query of a link of the list, without its tab. */
const queryIn = (href: string | undefined): string => href!.replace('/usage?tab=activity&', '');

/** The target of a link with this text. */
const linkOf = (html: string, words: string): string | undefined =>
  new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${words}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');

describe('GET /usage?tab=activity', () => {
  it('shows each call with its tokens, cost, duration and time', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 2000, until: new Date('2026-03-04T17:06:07Z') });
    const html = await pageOf(userId);
    expect(html).toContain('A list of all the activity in your account');
    expect(html).toContain('<noscript> Times are in UTC.</noscript>');
    const [, ...heads] = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, words]) => words);
    expect(heads).toEqual(['Tokens', 'Cost', 'Latency', 'Created at']);
    expect(callsOf(html)).toHaveLength(ACTIVITY_SIZE);
    expect(callsOf(html)[0]).toEqual([
      'maker/model-2000 API',
      '2,000 in, 4,000 out 2,000 → 4,000',
      '$0.0060',
      '3.0s',
      expect.stringMatching(/^Receipt Mar 4, 2026, 5:06\sPM$/u) as string,
    ]);
  });

  it('shows how a failed call ended, and the known facts of a running one', async () => {
    const { userId } = await createAccount();
    const [running, failed] = await makePastCalls({ userId, count: 2, target: 'message' });
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET state = 'running', finished_at = NULL, charged_micro = NULL, prompt_tokens = NULL
       WHERE id = ?`,
      [running!],
    );
    await change(AUTOCOMMIT, `UPDATE generations SET state = 'failed', charged_micro = 0 WHERE id = ?`, [
      failed!,
    ]);
    const [first, second] = callsOf(await pageOf(userId));
    expect(first!.slice(0, 4)).toEqual(['maker/model-2 Chat · failed', '2 in, 4 out 2 → 4', '$0.00', '3.0s']);
    expect(second!.slice(0, 4)).toEqual(['maker/model-1 Chat · in progress', '–', '–', '–']);
  });

  it('never shows a small cost as zero', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 1 });
    const html = await pageOf(userId);
    expect(callsOf(html)[0]![2]).toBe('&lt;$0.0001');
    expect(html).toContain('title="$0.000003"');
  });

  it('has texts and figures in the language of its reader', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 1234 });
    const arabic = await pageOf(userId, '', { language: 'ar-EG' });
    expect(arabic).toContain('قائمة بكل نشاط حسابك');
    expect(arabic).toContain('<span aria-hidden="true" dir="ltr"><bdi>1,234</bdi> → <bdi>2,468</bdi></span>');
    const japanese = await pageOf(userId, '', { language: 'ja-JP' });
    expect(japanese).toContain('アカウントのすべての利用履歴');
    expect(japanese).toContain('入力 1,234、出力 2,468');
  });

  it('links to the other pages of the list, and back to the newest call', async () => {
    const { userId } = await createAccount();
    const ids = await makePastCalls({ userId, count: 23 });
    const first = await pageOf(userId);
    expect(linkOf(first, 'Prev')).toBeUndefined();
    expect(linkOf(first, 'Newest')).toBeUndefined();
    expect(linkOf(first, '3')).toBe(`${ALL}&page=3&until=${ids.at(-1)}`);
    const second = await pageOf(userId, queryIn(linkOf(first, 'Next')));
    expect(callsOf(second)[0]![0]).toBe('maker/model-13 API');
    expect(linkOf(second, 'Prev')).toBe(`${ALL}&until=${ids.at(-1)}`);
    expect(linkOf(second, 'Newest')).toBe(ALL);
    const pages = second.slice(second.indexOf('aria-label="Pages of requests"'));
    const current = [...pages.matchAll(/<a [^>]*aria-current="page"[^>]*>([^<]*)/g)].map(
      ([, words]) => words,
    );
    expect(current).toEqual(['2']);
  });

  it('continues after the last counted page', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: (ACTIVITY_AHEAD + 1) * ACTIVITY_SIZE + 3 });
    const last = await pageOf(userId, queryIn(linkOf(await pageOf(userId), String(ACTIVITY_AHEAD + 1))));
    const rest = await pageOf(userId, queryIn(linkOf(last, 'Next')));
    expect(callsOf(rest).map(([model]) => model)).toEqual(
      [3, 2, 1].map((number) => `maker/model-${number} API`),
    );
    expect(linkOf(rest, 'Next')).toBeUndefined();
    expect(linkOf(rest, 'Newest')).toBe(ALL);
  });

  it('explains itself while it is empty', async () => {
    const { userId } = await createAccount();
    const html = await pageOf(userId);
    expect(html).toContain('Loading activity data or no activity available...');
    expect(linkOf(html, 'Start a chat')).toBe('/chat/new');
    expect(linkOf(html, 'Newest')).toBeUndefined();
  });

  it.each([
    ['page=nonsense', 'There’s no page “nonsense”. Showing the nearest one, 1.'],
    ['page=0', 'There’s no page “0”. Showing the nearest one, 1.'],
    ['page=77', 'There’s no page “77”. Showing the nearest one, 2.'],
    ['until=yesterday', '“yesterday” isn’t a request. Showing the newest ones.'],
    ['dateInterval=2D', 'There’s no time range “2D”. Showing the nearest one, 1D.'],
  ])('shows the nearest value for %s, and says so', async (query, words) => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 12 });
    const html = await pageOf(userId, query);
    expect(html).toContain(words);
    expect(callsOf(html).length).toBe(query === 'page=77' ? 2 : ACTIVITY_SIZE);
  });

  it('is filtered by a time, a model and a key, and keeps that from page to page', async () => {
    const { userId } = await createAccount();
    const { keyId } = await addKey(userId, { name: 'Laptop' });
    await makePastCalls({ userId, count: 5, until: new Date(Date.now() - 3 * 86_400_000) });
    const newer = await makePastCalls({ userId, count: 14 });
    await change(AUTOCOMMIT, `UPDATE generations SET api_key_id = ?, model = 'maker/one' WHERE id IN (?)`, [
      keyId,
      newer.slice(0, 12),
    ]);
    const day = await pageOf(userId, 'dateInterval=1D');
    expect(linkOf(day, '2')).toContain('dateInterval=1D');
    expect(callsOf(await pageOf(userId, 'dateInterval=1D&page=2'))).toHaveLength(4);
    const narrow = await pageOf(userId, `model=maker%2Fone&source=${keyId}`);
    expect(callsOf(narrow).map(([model]) => model)).toEqual(Array(10).fill('maker/one API'));
    const rest = await pageOf(userId, queryIn(linkOf(narrow, 'Next')));
    expect(callsOf(rest)).toHaveLength(2);
    expect(linkOf(rest, 'Next')).toBeUndefined();
    const none = await pageOf(userId, 'model=maker%2Fnobody');
    expect(none).toContain('Loading activity data or no activity available...');
    expect(linkOf(none, 'Show all requests')).toBe(ALL);
  });

  it('shows an administrator the calls of all users or of one, without receipts of others', async () => {
    const admin = await createAccount({ role: 'ADMIN' });
    const other = await createAccount({ name: 'Grace' });
    const [theirs] = await makePastCalls({
      userId: other.userId,
      count: 1,
      until: new Date(Date.now() + 60_000),
    });
    const [own] = await makePastCalls({
      userId: admin.userId,
      count: 1,
      until: new Date(Date.now() + 61_000),
    });
    const all = await pageOf(admin.userId);
    expect(all).toContain(`/usage/receipts/${own}`);
    expect(all).not.toContain(`/usage/receipts/${theirs}`);
    expect(all).toContain(`<bdi class="block text-sm text-text-faint">${other.email}</bdi>`);
    expect(callsOf(await pageOf(admin.userId, `user=${other.userId}`))).toHaveLength(1);
    // Another user's name has no effect for a user who is no administrator.
    const html = await pageOf(other.userId, `user=${admin.userId}`);
    expect(html).toContain(`/usage/receipts/${theirs}`);
    expect(html).not.toContain('Assigned to');
  });

  it('requires a signed-in user', async () => {
    const visitor = await fetch(`${web.origin()}/usage?page=2`, { redirect: 'manual' });
    expect(visitor.status).toBe(302);
    expect(visitor.headers.get('location')).toContain('/login?redirectTo=%2Fusage');
  });
});

describe('GET /usage?tab=chats', () => {
  /** A chat with ended requests. @returns its id */
  async function chatOf(userId: string, title: string, count: number): Promise<string> {
    const { id: conversationId } = await makeConversation(userId, { title });
    const ids = await makePastCalls({ userId, count, target: 'message' });
    await change(AUTOCOMMIT, 'UPDATE generations SET conversation_id = ? WHERE id IN (?)', [
      conversationId,
      ids,
    ]);
    return conversationId;
  }

  const chatsPage = (userId: string, query = '') => pageOf(userId, `tab=chats&${query}`);
  const cellsOf = (html: string) => callsOf(html).map((cells) => cells.slice(0, 3));

  it('shows what each chat has cost, with a link to it; a deleted one has no name', async () => {
    const { userId } = await createAccount();
    const rivers = await chatOf(userId, 'Rivers <b>', 200);
    const gone = await chatOf(userId, 'Secret', 2);
    await makePastCalls({ userId, count: 5 });
    await change(AUTOCOMMIT, 'DELETE FROM conversations WHERE id = ?', [gone]);
    const html = await chatsPage(userId);
    expect(cellsOf(html).toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['Deleted chat', '2', '&lt;$0.0001'],
      ['Rivers &lt;b&gt;', '200', '$0.0603'],
    ]);
    expect(html).toContain(`href="/chat/${rivers}"`);
    expect(html).not.toContain(`href="/chat/${gone}"`);
    expect(await chatsPage(userId, 'model=maker%2Fmodel-200')).toContain('Rivers &lt;b&gt;');
  });

  it('turns to the next page and back to the newest', async () => {
    const { userId } = await createAccount();
    for (let number = 1; number <= 27; number += 1) await chatOf(userId, `Chat ${number}`, 1);
    const first = await chatsPage(userId);
    const next = linkOf(first, 'Next')!.replace('/usage?tab=chats&', '');
    const second = await chatsPage(userId, next);
    expect([cellsOf(first).length, cellsOf(second).length]).toEqual([25, 2]);
    expect(linkOf(second, 'Newest')).toBe('/usage?tab=chats&dateInterval=ALL');
  });

  it('is the own list of every user, administrators included, since titles are private', async () => {
    const admin = await createAccount({ role: 'ADMIN' });
    const other = await createAccount();
    await chatOf(other.userId, 'A private matter', 1);
    await chatOf(admin.userId, 'My own', 1);
    for (const query of ['', `user=${other.userId}`]) {
      const html = await chatsPage(admin.userId, query);
      expect(cellsOf(html).map(([name]) => name)).toEqual(['My own']);
      expect(html).not.toContain('Assigned to');
    }
  });

  it.each([
    ['until=yesterday', '“yesterday” isn’t a request.'],
    ['dateInterval=2D', 'There’s no time range “2D”.'],
  ])('shows the nearest value for %s, and says so', async (query, words) => {
    const { userId } = await createAccount();
    await chatOf(userId, 'A chat', 1);
    const html = await chatsPage(userId, query);
    expect(html).toContain(words);
    expect(cellsOf(html)).toHaveLength(1);
  });
});
