import OpenAI, { APIError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatExactly } from '#app/contracts/money.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { readAlert } from '#app/core/ledger/balance-alerts.ts';
import { readCapsAndSpend } from '#app/core/ledger/caps/stored-caps.ts';
import { listEntries } from '#app/core/ledger/entries.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

let owner: Awaited<ReturnType<typeof createKey>>;
let fetchAs: ReturnType<typeof web.as>;
beforeEach(async () => {
  owner = await createKey();
  fetchAs = web.as(owner.userId);
});

const save = (fields: Record<string, string>, language = 'en-US') =>
  fetchAs('/balance/limits', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'accept-language': language },
  });

/** A page for a reader without scripts. */
async function readable(answer: Response): Promise<string> {
  return (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
}

const typedIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input [^>]*name="(daily|monthly|below)"[^>]*>/g)].map(([tag, name]) => [
      name,
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );

async function stored() {
  const account = (await findAccount(AUTOCOMMIT, owner.userId))!;
  const { caps } = await readCapsAndSpend(AUTOCOMMIT, account.id, new Date());
  return { ...caps, below: await readAlert(AUTOCOMMIT, account.id), hasCaps: account.hasCaps };
}

describe('the form of the spending limits', () => {
  it('saves the typed values, and the balance page confirms and shows them', async () => {
    const answer = await save({ daily: ' 5 ', monthly: '$100.5', below: '0.01' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/balance']);
    expect(decodeURIComponent(answer.headers.get('set-cookie') ?? '')).toContain('common:saved');
    expect(await stored()).toEqual({
      daily: 5_000_000n,
      monthly: 100_500_000n,
      below: 10_000n,
      hasCaps: true,
    });
    const html = await readable(await fetchAs('/balance'));
    expect(typedIn(html)).toEqual({ daily: '5', monthly: '100.50', below: '0.01' });
    expect(html).toContain('$0.00 of $5.00 today');
    expect(html).toContain('$0.00 of $100.50 this month');
    expect(
      await selectRows(
        AUTOCOMMIT,
        "SELECT actor, detail FROM audit_entries WHERE action = 'spending-limits'",
      ),
    ).toEqual([
      {
        actor: `user:${owner.userId}`,
        detail: JSON.stringify({ daily: '5000000', monthly: '100500000', below: '10000' }),
      },
    ]);
  });

  it('removes empty values', async () => {
    await save({ daily: '5', monthly: '10', below: '2' });
    await save({ daily: '', monthly: '10' });
    expect(await stored()).toEqual({ daily: null, monthly: 10_000_000n, below: null, hasCaps: true });
    await save({});
    expect(await stored()).toEqual({ daily: null, monthly: null, below: null, hasCaps: false });
    expect(typedIn(await readable(await fetchAs('/balance/limits')))).toEqual({
      daily: '',
      monthly: '',
      below: '',
    });
  });

  it.each(['0', '0.00', '0.009', '0.015', '-5', '100000.01', '1e3', 'five', '1,000', '٥', '5'.repeat(5000)])(
    'refuses a wrong amount (%#), beside its field, keeps all typed values, and saves nothing',
    async (wrong) => {
      await save({ daily: '7', monthly: '', below: '' });
      for (const name of ['daily', 'monthly', 'below'] as const) {
        const typed = { daily: '1', monthly: '2', below: '3', [name]: wrong };
        const answer = await save(typed);
        expect(answer.status).toBe(400);
        const html = await readable(answer);
        const input = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
        expect(input).toContain('aria-invalid="true"');
        const hint = /aria-describedby="([^"]+)"/.exec(input)?.[1] ?? '';
        expect(html).toMatch(new RegExp(`<p id="${hint}"[^>]*>[\\s\\S]*?from \\$0\\.01 to \\$100,000\\.00`));
        expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
        expect(typedIn(html)).toEqual(typed);
      }
      expect(await stored()).toMatchObject({ daily: 7_000_000n, monthly: null, below: null });
    },
  );

  it('is in the language of its reader', async () => {
    expect(await readable(await save({ daily: 'x' }, 'ar-EG'))).toContain('بخانتين عشريتين');
    expect(await readable(await save({ daily: 'x' }, 'ja-JP'))).toContain('小数点以下 2 桁');
  });

  it('requires a signed-in user', async () => {
    const body = new URLSearchParams({ daily: '5' });
    const stranger = await fetch(`${web.origin()}/balance/limits`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    expect(stranger.headers.get('location')).toMatch(/^\/login/);
    expect(await stored()).toMatchObject({ hasCaps: false });
  });

  it('shows discreetly that the balance is below the amount of the mail', async () => {
    await save({ below: '1.01' });
    expect(await readable(await fetchAs('/balance'))).toContain('below your alert of $1.01');
    expect(await readable(await fetchAs('/keys')), 'beside the account, too').toContain('Low balance');
    await save({ below: '1' });
    expect(await readable(await fetchAs('/balance'))).not.toMatch(/below your alert|Low balance/);
  });
});

describe('a call beyond a personal cap', () => {
  const client = () => new OpenAI({ apiKey: owner.value, baseURL: `${web.origin()}/api/v1`, maxRetries: 2 });
  const ask = () =>
    client().chat.completions.create({
      model: TEST_MODEL,
      messages: [{ role: 'user', content: 'Hi [[sandbox: length=20]]' }],
      max_tokens: 20,
    });

  it('is answered by a 402 with its own code, the remaining amount, its reset, and a link to change it', async () => {
    const first = await ask();
    const costMicro = BigInt(Math.round((first.usage as unknown as { cost: number }).cost * 1_000_000));
    const capMicro = costMicro + 5n;
    await setCaps(owner.userId, { daily: capMicro });
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 402, code: 'spending_cap', type: 'spending_cap_error' });
    const { headers, message } = error as APIError;
    expect(headers?.get('x-should-retry')).toBe('false');
    expect(headers?.get('cache-control')).toBe('no-store');
    const midnight = `${new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10)}T00:00:00Z`;
    expect(message).toContain(`daily spending limit of ${formatExactly(capMicro)} of this account`);
    expect(message).toContain('$0.000005 is left');
    expect(message).toContain(`resets at ${midnight}`);
    expect(message).toContain('/balance/limits');
    const html = await readable(await fetchAs('/balance'));
    expect(html).toContain(`${formatExactly(costMicro)} of ${formatExactly(capMicro)} today`);
    // Titles and refused calls are free.
    const { lines } = await listEntries(AUTOCOMMIT, { userId: owner.userId });
    expect(lines.filter(({ kind }) => kind === 'charge')).toHaveLength(1);
    await setCaps(owner.userId, { daily: 1_000_000n });
    await ask();
  });

  it('is reported in the chat with a text, figures and a link to the caps', async () => {
    await setCaps(owner.userId, { monthly: 10n });
    const send = (language: string) =>
      fetchAs('/chat/new', {
        method: 'POST',
        body: new URLSearchParams({ intent: 'send', text: 'Hello', model: TEST_MODEL }),
        headers: { 'accept-language': language },
      });
    const answer = await send('en-US');
    expect(answer.status).toBe(402);
    const html = await readable(answer);
    expect(html).toMatch(/spending limit that you set[\s\S]*<a [^>]*href="\/balance\/limits"/);
    expect(html).toMatch(/Monthly limit \$0\.00001 · \$0\.00001 left · this needs \$0\.\d+/);
    expect(await readable(await send('ar-EG'))).toContain('حدّ الإنفاق الذي حدّدتَه');
    expect(await readable(await send('ja-JP'))).toContain('設定した支出の上限');
  });
});
