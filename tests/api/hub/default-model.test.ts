import { beforeEach, describe, expect, it } from 'vitest';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { signAccessToken } from '#app/http/session/access-token.ts';
import { change as changeRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

const messages = [{ role: 'user', content: 'Good day [[sandbox: length=3 pace=0]]' }];

const retire = (alias: string, successor: string) =>
  insertRow('model_aliases', {
    alias,
    model_id: successor,
    retired_on: '2026-01-01',
    created_at: new Date(),
  });

let owner: Awaited<ReturnType<typeof createKey>>;
let authorization: string;
beforeEach(async () => {
  await createModel({ id: 'sandbox/other' });
  await createModel({
    id: 'sandbox/painter',
    supports: ['text-to-image'],
    offers: [{ provider: 'sandbox', dialect: 'openai-images' }],
  });
  await retire('sandbox/old', 'sandbox/other');
  forgetSnapshot();
  owner = await createKey();
  const { userId } = owner;
  const sessionId = await startSession(AUTOCOMMIT, { userId, kind: 'api', userAgent: null, address: null });
  authorization = `Bearer ${await signAccessToken({ userId, sessionId })}`;
});

/** A call of the public API, as its client sees it. */
async function call(body: object, key = owner.value) {
  const url = `${api.origin()}/api/v1/chat/completions`;
  const answer = await postJson(url, { messages, ...body }, { bearer: key });
  return { status: answer.status, body: (await answer.json()) as { model: string; error: object } };
}

async function change(defaultModel: unknown) {
  const body = { defaultModel };
  const answer = await postJson(`${api.origin()}/api/user`, body, {
    method: 'PATCH',
    headers: { authorization },
  });
  return { status: answer.status, body: (await answer.json()) as { defaultModel: string; error: object } };
}

/** Every key of the account applies a change within a second. */
async function expectAnswerBy(model: string, body: object = {}): Promise<void> {
  await expect.poll(async () => (await call(body)).body.model).toBe(model);
}

async function quotedModel(): Promise<string | undefined> {
  const answer = await postJson(`${api.origin()}/api/v1/quote`, { messages }, { bearer: owner.value });
  return ((await answer.json()) as { candidates: { model: string }[] }).candidates[0]?.model;
}

describe('the default model of an account', () => {
  it('answers calls that name no model, or name default', async () => {
    for (const body of [{}, { model: 'default' }])
      expect(await call(body)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', param: 'model' } },
      });
    expect(await change('sandbox/other')).toMatchObject({
      status: 200,
      body: { defaultModel: 'sandbox/other' },
    });
    await expectAnswerBy('sandbox/other');
    await expectAnswerBy('sandbox/other', { model: 'default' });
    expect(await quotedModel()).toBe('sandbox/other');
    expect((await call({ model: TEST_MODEL })).body.model).toBe(TEST_MODEL);
    expect((await call({ models: [TEST_MODEL] })).body.model).toBe(TEST_MODEL);
    expect((await call({ models: [TEST_MODEL, 'default'] })).body.model).toBe(TEST_MODEL);
    const bound = await createKey({ models: [TEST_MODEL] });
    expect((await call({}, bound.value)).status, 'somebody else has none').toBe(400);
    await change(null);
    await expect.poll(async () => (await call({})).status).toBe(400);
  });

  it('may be parlance/auto, and follows an id that is retired later', async () => {
    await change(AUTO_MODEL);
    // Of two with the same price the first by name.
    await expectAnswerBy('sandbox/other');
    await change(TEST_MODEL);
    await expectAnswerBy(TEST_MODEL);
    await retire(TEST_MODEL, 'sandbox/other');
    await expectAnswerBy('sandbox/other');
    await changeRows(AUTOCOMMIT, 'DELETE FROM model_aliases WHERE alias = ?', [TEST_MODEL]);
    await changeRows(AUTOCOMMIT, 'UPDATE models SET enabled = 0 WHERE id = ?', [TEST_MODEL]);
    await expect
      .poll(async () => await call({}))
      .toMatchObject({
        status: 404,
        body: { error: { code: 'model_not_found', param: 'model' } },
      });
  });

  it('is refused by the call if it cannot be used, with similar names', async () => {
    expect(await change('sandbox/othr')).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 'model_not_found',
          param: 'defaultModel',
          message: expect.stringContaining('sandbox/other') as string,
        },
      },
    });
    expect(await change('sandbox/painter')).toMatchObject({
      status: 422,
      body: { error: { param: 'defaultModel' } },
    });
    for (const wrong of [7, '', 'x'.repeat(161), undefined]) expect((await change(wrong)).status).toBe(400);
    const url = `${api.origin()}/api/user`;
    const stranger = await postJson(url, { defaultModel: null }, { method: 'PATCH' });
    expect(stranger.status, 'a stranger').toBe(401);
  });
});
