import { describe, expect, it } from 'vitest';
import { ACTIVITY_PAGES, ACTIVITY_SIZE } from '#app/contracts/activity.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();

/** A page as a reader without scripts has it. */
async function pageOf(
  userId: string,
  query = '',
  { language = 'en-US', status = 200 } = {},
): Promise<string> {
  const answer = await web.as(userId)(`/usage${query}`, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(status);
  return (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
}

/** The words in the cells of each call, without the ones for phones. */
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

/** Where a link with these words leads. */
const linkOf = (html: string, words: string): string | undefined =>
  new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${words}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');

describe('GET /usage', () => {
  it('shows each call with its tokens, cost, time and moment', async () => {
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
      expect.stringMatching(/^Mar 4, 2026, 5:06\sPM$/u) as string,
    ]);
  });

  it('says of a call that has not ended well what became of it, and of one under way what is known', async () => {
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
    expect(second!.slice(0, 4)).toEqual(['maker/model-1 Chat · under way', '–', '–', '–']);
  });

  it('never shows a small cost as none', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 1 });
    const html = await pageOf(userId);
    expect(callsOf(html)[0]![2]).toBe('&lt;$0.0001');
    expect(html).toContain('title="$0.000003"');
  });

  it('has words and figures in the language of its reader', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 1234 });
    const arabic = await pageOf(userId, '', { language: 'ar-EG' });
    expect(arabic).toContain('قائمة بكل نشاط حسابك');
    expect(arabic).toContain('<span aria-hidden="true" dir="ltr"><bdi>1,234</bdi> → <bdi>2,468</bdi></span>');
    const japanese = await pageOf(userId, '', { language: 'ja-JP' });
    expect(japanese).toContain('アカウントのすべての利用履歴');
    expect(japanese).toContain('入力 1,234、出力 2,468');
  });

  it('leads to the other pages of the list that is shown, and back to the newest call', async () => {
    const { userId } = await createAccount();
    const ids = await makePastCalls({ userId, count: 23 });
    const first = await pageOf(userId);
    expect(linkOf(first, 'Prev')).toBeUndefined();
    expect(linkOf(first, 'Newest')).toBeUndefined();
    expect(linkOf(first, '3')).toBe(`/usage?page=3&until=${ids.at(-1)}`);
    const second = await pageOf(userId, linkOf(first, 'Next')!.slice('/usage'.length));
    expect(callsOf(second)[0]![0]).toBe('maker/model-13 API');
    expect(linkOf(second, 'Prev')).toBe(`/usage?page=1&until=${ids.at(-1)}`);
    expect(linkOf(second, 'Newest')).toBe('/usage');
    const pages = second.slice(second.indexOf('<main'));
    const current = [...pages.matchAll(/<a [^>]*aria-current="page"[^>]*>([^<]*)/g)].map(
      ([, words]) => words,
    );
    expect(current).toEqual(['2']);
  });

  it('goes on after the last page that it counts', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: ACTIVITY_PAGES * ACTIVITY_SIZE + 3 });
    const last = await pageOf(userId, `?page=${ACTIVITY_PAGES}`);
    const rest = await pageOf(userId, linkOf(last, 'Next')!.slice('/usage'.length));
    expect(callsOf(rest).map(([model]) => model)).toEqual(
      [3, 2, 1].map((number) => `maker/model-${number} API`),
    );
    expect(linkOf(rest, 'Next')).toBeUndefined();
    expect(linkOf(rest, 'Newest')).toBe('/usage');
  });

  it('says what it is for while there is nothing', async () => {
    const { userId } = await createAccount();
    const html = await pageOf(userId);
    expect(html).toContain('Loading activity data or no activity available...');
    expect(linkOf(html, 'Begin a conversation')).toBe('/chat/new');
    expect(linkOf(html, 'Newest')).toBeUndefined();
  });

  it('says that it cannot read a page that is none', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 1 });
    for (const query of ['?page=nonsense', '?page=0', '?until=yesterday']) {
      const html = await pageOf(userId, query, { status: 400 });
      expect(html).toContain('This request cannot be read');
      expect(html).not.toContain('maker/model-1');
    }
  });

  it('is for who is signed in', async () => {
    const visitor = await fetch(`${web.origin()}/usage?page=2`, { redirect: 'manual' });
    expect(visitor.status).toBe(302);
    expect(visitor.headers.get('location')).toContain('/login?redirectTo=%2Fusage');
  });
});
