import { beforeAll, describe, expect, it } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();
beforeAll(async () => void (await createModel()));

/** The text for a reader without scripts. */
async function read(userId: string, id: string, language = 'en-US') {
  const answer = await web.as(userId)(`/usage/receipts/${id}`, { headers: { 'accept-language': language } });
  const html = (await answer.text())
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '');
  const main = html.slice(html.indexOf('<main'));
  return { status: answer.status, text: main.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') };
}

async function callOnce(
  more: Record<string, string> = {},
): Promise<{ userId: string; id: string; name: string }> {
  const { userId, key, value } = await createKey();
  const answer = await fetch(`${web.origin()}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify({
      model: TEST_MODEL,
      messages: [{ role: 'user', content: 'Hello [[sandbox: text="Good morning"]]' }],
      max_tokens: 50,
    }),
  });
  expect(answer.status).toBe(200);
  return { userId, id: answer.headers.get('x-generation-id')!, name: key.name };
}

describe('the receipt of a call', () => {
  it('shows the usage, the price, the sum, the provider and the reason of the charge', async () => {
    const { userId, id } = await callOnce();
    const { status, text } = await read(userId, id);
    expect(status).toBe(200);
    expect(text).toContain(TEST_MODEL);
    const [, count, sum] = /(\d+) × \$1\.00 \/ MTok in (\$0\.\d+)/.exec(text)!;
    expect(Number(sum!.slice(1))).toBeCloseTo(Number(count) / 1e6, 9);
    expect(text).toMatch(/\d+ × \$4\.00 \/ MTok out/);
    for (const words of [
      'Rounded to $0.000001',
      'The model produced output',
      'Provider sandbox',
      'Price since',
      'API key test sk-par-',
      'Time to first token',
      'first token after',
      'Ignored parameters none',
      'Finish reason stop',
      `ID ${id}`,
    ])
      expect(text).toContain(words);
  });

  it('says how a client that lost the answer gets it again', async () => {
    const lost = await callOnce({ 'idempotency-key': 'order 4711' });
    const { text } = await read(lost.userId, lost.id);
    expect(text).toContain('Repeat the request with the same Idempotency-Key, free of charge, until');
    expect(text).toContain(`GET /api/v1/generation?id=${lost.id}`);
    const unnamed = await callOnce();
    expect((await read(unnamed.userId, unnamed.id)).text).not.toContain('Idempotency-Key');
  });

  it('is in the language of its reader', async () => {
    const { userId, id } = await callOnce();
    expect((await read(userId, id, 'ar-EG')).text).toContain('أنتج النموذج شيئًا');
    expect((await read(userId, id, 'ja-JP')).text).toContain('モデルが出力した');
  });

  it('of a free one gives the reason, and of a running one the known facts', async () => {
    const { userId } = await createAccount();
    const [failed, running] = await makePastCalls({ userId, count: 2 });
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET state = 'failed', charged_micro = 0, cost_micro = 0, charge_reason = 'provider_failed',
         error_code = 'provider_timeout' WHERE id = ?`,
      [failed!],
    );
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET state = 'running', charged_micro = NULL, finished_at = NULL WHERE id = ?`,
      [running!],
    );
    const { text } = await read(userId, failed!);
    expect(text).toContain('Not charged: the provider failed');
    expect(text).toContain('Error provider_timeout');
    expect((await read(userId, running!)).text).toContain('Charged Not yet');
  });

  it('is visible to its caller only: for other users it does not exist', async () => {
    const { id } = await callOnce();
    const stranger = await createAccount();
    const admin = await createAccount({ role: 'ADMIN' });
    for (const { userId } of [stranger, admin]) {
      const { status, text } = await read(userId, id);
      expect(status).toBe(404);
      expect(text).not.toContain(TEST_MODEL);
    }
    expect((await read(stranger.userId, 'no-id')).status).toBe(404);
  });
});
