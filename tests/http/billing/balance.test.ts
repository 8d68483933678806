import { describe, expect, it } from 'vitest';
import { bookEntry } from '#app/core/ledger/book.ts';
import { readReference } from '#app/core/payments/reference.ts';
import { transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useWeb } from '#tests/setup/web.ts';

process.env.PAYMENT_URL = 'https://pay.example/buy?plan=credit';
const web = useWeb();

/** A page for a reader without scripts. */
async function pageOf(userId: string, query = '', language = 'en-US'): Promise<string> {
  const answer = await web.as(userId)(`/balance${query}`, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
}

/** The texts of the ledger rows: kind, amount and balance after. */
function rowsOf(html: string): string[] {
  const [, ...rows] = html.split(/<(?:div|summary) class="grid grid-cols-\[minmax\(0,1fr\)_auto\]/);
  return rows.map((row) =>
    [...row.matchAll(/<span class="font-medium">([^<]+)|<bdi>([^<]+)/g)]
      .map(([, kind, amount]) => kind ?? amount)
      .join(' '),
  );
}

const grant = (userId: string, amountMicro: bigint, number: number) =>
  transaction((tx) =>
    bookEntry(tx, {
      userId,
      kind: 'grant',
      reference: `grant:${userId}:${number}`,
      amountMicro,
      detail: { reason: `gift ${number} <b>` },
    }),
  );

describe('GET /balance', () => {
  it('shows the balance, granted credit, and each entry with the balance after it', async () => {
    const { userId } = await createAccount({ creditMicro: 2_000_000n });
    await grant(userId, 500_000n, 1);
    await grant(userId, -250_000n, 2);
    const html = await pageOf(userId);
    expect(html).toContain('title="$2.25">$2.25</bdi>');
    expect(html).toContain('Includes a $2.00 welcome credit.');
    expect(html).not.toContain('$0.00 reserved');
    expect(html).toContain('gift 1 &lt;b&gt;');
    expect(html, 'ids are on receipts').not.toContain(`signup:${userId}`);
    expect(rowsOf(html)).toEqual([
      'Credit from the administrator -$0.25 $2.25',
      'Credit from the administrator +$0.50 $2.50',
      'Welcome credit +$2.00 $2.00',
    ]);
    expect(await pageOf(userId, '', 'ar-EG')).toContain('رصيد ترحيبي');
    expect(await pageOf(userId, '', 'ja-JP')).toContain('新規アカウントのクレジット');
  });

  it('opens a payment link, which cannot carry the amount, in a new tab', async () => {
    const { userId, email, accountId } = await createAccount();
    const html = await pageOf(userId);
    expect(html).toMatch(/<form[^>]*action="\/balance\/checkout"[^>]*target="_blank"/);
    expect(html).toContain('choose the amount on the payment page');
    const linkFor = async (language: string) => {
      const answer = await web.as(userId)('/balance/checkout', {
        method: 'POST',
        headers: { 'accept-language': language },
        body: new URLSearchParams({ amount: '20' }),
      });
      return new URL(/^0;url=(.+)$/.exec(answer.headers.get('refresh') ?? '')![1]!);
    };
    const link = await linkFor('en-US');
    expect(link.origin + link.pathname).toBe('https://pay.example/buy');
    const { client_reference_id: reference, ...rest } = Object.fromEntries(link.searchParams);
    expect(rest).toEqual({ plan: 'credit', prefilled_email: email, locale: 'en' });
    expect(readReference(reference!)).toBe(accountId);
    expect((await linkFor('ja-JP')).searchParams.get('locale')).toBe('ja');
    expect((await linkFor('ar-EG')).searchParams.get('locale'), 'which Stripe does not speak').toBe('auto');
  });

  it('pages down the ledger, also while new entries are booked', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    for (let number = 1; number <= 120; number += 1) await grant(userId, 1_000_000n, number);
    const seen: string[] = [];
    let query = '';
    for (let page = 1; ; page += 1) {
      const html = await pageOf(userId, query);
      expect(html.includes('>Newest<')).toBe(page > 1);
      seen.push(...rowsOf(html).map((row) => row.split(' ').at(-1)!));
      const next = /href="\/balance(\?before=[^"]+)"/.exec(html)?.[1];
      if (!next) break;
      query = next;
      await grant(userId, 5_000_000n, 100 + page);
    }
    expect(seen).toEqual(Array.from({ length: 121 }, (_, index) => `$${121 - index}.00`));
  });

  it('is visible to its owner only, and accepts no cursor that it did not create', async () => {
    const { userId } = await createAccount({ creditMicro: 1_000_000n });
    const stranger = await createAccount();
    expect(rowsOf(await pageOf(stranger.userId, '?before=9999999.1000000'))).toEqual([]);
    expect((await web.as(userId)('/balance?before=nonsense')).status).toBe(400);
    const visitor = await fetch(`${web.origin()}/balance`, { redirect: 'manual' });
    expect(visitor.headers.get('location')).toContain('/login?redirectTo=%2Fbalance');
  });
});

describe('GET /api/balance', () => {
  it('returns the raw number of the spec, and the held amount beside it', async () => {
    const { userId } = await createAccount({ creditMicro: 2_500_000n });
    const answer = await web.as(userId)('/api/balance');
    expect(await answer.json()).toBe(2_500_000);
    expect(answer.headers.get('x-balance-held')).toBe('0');
    const newcomer = await createAccount();
    expect(await (await web.as(newcomer.userId)('/api/balance')).json()).toBe(0);
  });
});

it('the chat of a new user without credit says so, with a link to buy some', async () => {
  const { userId } = await createAccount();
  const html = (await (await web.as(userId)('/chat/new')).text()).replaceAll('<!-- -->', '');
  expect(html).toMatch(
    /<a [^>]*href="\/balance"[^>]*><span class="sr-only">Balance <\/span><data value="0">\$0\.00</,
  );
  expect(html).toMatch(/<a [^>]*href="\/balance"[^>]*>Add Credit</);
  expect(html).toContain('Your chats will be listed here.');
});
