import { beforeEach, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { forgetCatalogue } from '#tests/setup/forget-catalogue.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  await createModel({ id: 'sandbox/other' });
  await createModel({
    id: 'sandbox/painter',
    supports: ['text-to-image'],
    offers: [{ provider: 'sandbox', dialect: 'openai-images' }],
  });
  await insertRow('model_aliases', {
    alias: 'sandbox/old',
    model_id: 'sandbox/other',
    retired_on: '2026-01-01',
    created_at: new Date(),
  });
  owner = await createKey();
  await forgetCatalogue(web.origin());
});

/** The model that answers a call without one. */
async function answeredBy(): Promise<string> {
  const messages = [{ role: 'user', content: 'Good day [[sandbox: length=3 pace=0]]' }];
  const url = `${web.origin()}/api/v1/chat/completions`;
  const answer = await postJson(url, { messages }, { bearer: owner.value });
  return ((await answer.json()) as { model: string }).model;
}

it('the default model of an account is set by a plain form, which keeps invalid input', async () => {
  const browser = web.as(owner.userId);
  const send = (defaultModel: string, more: HeadersInit = {}) =>
    browser('/keys', {
      method: 'POST',
      headers: more,
      body: new URLSearchParams({ act: 'default-model', defaultModel }),
    });
  const saved = await send(' sandbox/old ');
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/keys']);
  const page = await (await browser('/keys')).text();
  expect(page, 'the successor of a retired id').toMatch(/name="defaultModel"[^>]*value="sandbox\/other"/);
  expect(page).toContain('<option value="parlance/auto">');
  expect(page).not.toContain('<option value="sandbox/painter">');
  await expect.poll(answeredBy).toBe('sandbox/other');

  const refused = await send('sandbox/othr');
  expect(refused.status).toBe(400);
  const again = await refused.text();
  expect(again).toMatch(/name="defaultModel"[^>]*value="sandbox\/othr"/);
  expect(again).toContain('No available model has the ID sandbox/othr. Did you mean: sandbox/other?');
  const inJapanese = await send('sandbox/painter', { 'accept-language': 'ja' });
  expect(await inJapanese.text()).toContain('sandbox/painter はテキストモデルではありません。');

  expect((await send('')).status).toBe(302);
  const emptied = await (await browser('/keys')).text();
  expect(emptied).toMatch(/name="defaultModel"[^>]*value=""/);
});

it('the switches of stored calls are set by a plain form, and a receipt shows the content of a call', async () => {
  const browser = web.as(owner.userId);
  const send = (fields: Record<string, string>) =>
    browser('/keys', { method: 'POST', body: new URLSearchParams({ act: 'privacy', ...fields }) });
  const saved = await send({ keepsCalls: '1' });
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/keys']);
  const page = await (await browser('/keys')).text();
  expect(page).toMatch(/name="keepsCalls"[^>]*checked=""/);
  expect(page).not.toMatch(/name="refusesStore"[^>]*checked=""/);
  expect(page).toContain('Stored encrypted for 30 days');

  const url = `${web.origin()}/api/v1/chat/completions`;
  const content = 'Good day [[sandbox: text="<b>Fine</b> thanks" pace=0]]';
  const body = { model: 'sandbox/other', messages: [{ role: 'user', content }] };
  const call = async () => {
    const answer = await postJson(url, body, { bearer: owner.value });
    await answer.text();
    return answer.headers.get('x-generation-id')!;
  };
  const receiptOf = async (id: string) => (await browser(`/usage/receipts/${id}`)).text();
  // The web process applies a change within a second.
  await expect.poll(async () => receiptOf(await call())).toContain('&lt;b&gt;Fine&lt;/b&gt; thanks');
  const id = await call();
  const file = await browser(`/usage/receipts/${id}/content.json`);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="call-${id}.json"`);
  expect(await file.json()).toMatchObject({ input: { messages: [{ content }] }, output: { state: 'done' } });
  const stranger = await createKey();
  expect((await web.as(stranger.userId)(`/usage/receipts/${id}/content.json`)).status).toBe(404);

  await send({});
  expect(await (await browser('/keys')).text()).not.toMatch(/name="keepsCalls"[^>]*checked=""/);
});
