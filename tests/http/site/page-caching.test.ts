import { beforeAll, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { makeConversation } from '#tests/fixtures/conversation.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();
const PUBLIC = ['/', '/docs', '/docs/errors', '/models', `/models/${TEST_MODEL}`, '/terms'];
const PRIVATE = ['/chat/new', '/settings', '/settings/account', '/keys', '/balance', '/usage'];

let userId: string;
let conversation: string;
beforeAll(async () => {
  await emptyTables();
  await createModel();
  userId = (await createAccount()).userId;
  conversation = `/chat/${(await makeConversation(userId)).id}`;
});

it.each([...PUBLIC, ...PRIVATE])('%s is not cacheable for a signed-in user', async (path) => {
  for (const at of [path, path === '/' ? '/_root.data' : `${path}.data`]) {
    const answer = await web.as(userId)(at);
    await answer.body?.cancel();
    expect([at, answer.headers.get('cache-control')]).toEqual([at, 'private, no-store']);
  }
});

it('a conversation is not cacheable', async () => {
  for (const at of [conversation, `${conversation}.data`]) {
    const answer = await web.as(userId)(at);
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  }
});

it.each(PUBLIC)('%s depends on the cookies and the language of a visitor', async (path) => {
  const answer = await fetch(web.origin() + path);
  await answer.body?.cancel();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control') ?? '').not.toContain('private');
  const named = (answer.headers.get('vary') ?? '').toLowerCase().split(/, */);
  expect(named).toEqual(expect.arrayContaining(['cookie', 'accept-language', 'accept-encoding']));
});
