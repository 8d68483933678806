import { beforeAll, describe, expect, it } from 'vitest';
import { chooseBranch } from '#app/core/conversations/shown-branch.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';

Object.assign(process.env, UNSERVED);

const web = useWeb();
let userId: string;
let otherId: string;
let conversationId: string;
/** Two answers to one question; the second one is shown. */
let hidden: string;
let shown: string;

const get = (path: string, as = userId) => web.as(as)(path);
const textOf = async (path: string) => (await get(path)).text();

beforeAll(async () => {
  ({ userId } = await createAccount());
  ({ userId: otherId } = await createAccount());
  const conversation = await makeConversation(userId, { title: 'Sea <animals>' });
  conversationId = conversation.id;
  const make = messageMaker(conversation);
  const question = await make({ text: 'Which animals live in the sea?' });
  hidden = await make({ parent: question, reply: true, text: 'Dolphins & <b>whales</b> do.' });
  await make({ text: 'And what do dolphins eat?' });
  shown = await make({ parent: question, reply: true, text: 'Octopuses do.' });
  await transaction((tx) => chooseBranch(tx, { userId, conversationId, messageId: shown }));
  await updateIndex(new AbortController().signal);
});

describe('the search without scripts', () => {
  it('finds messages by a form, and leads to each on its own branch without a change of the shown one', async () => {
    const form = await textOf('/search');
    expect(form).toContain('<form method="get" action="/search"');
    const results = await textOf('/search?q=whales&role=&model=&from=&to=&cost=');
    expect(results).toContain(`href="/chat/${conversationId}?message=${hidden}#m-${hidden}"`);
    expect(results).toMatch(/Dolphins &amp; &lt;b&gt;<mark[^>]*>whales<\/mark>/);
    expect(results).toContain('Click a message title to open its conversation.');
    const rows = () =>
      selectRows(AUTOCOMMIT, 'SELECT id, leaf_id, chosen_root_id, updated_at FROM conversations');
    const chosen = () => selectRows(AUTOCOMMIT, 'SELECT id, chosen_child_id FROM messages ORDER BY id');
    const before = [await rows(), await chosen()];
    const found = await textOf(`/chat/${conversationId}?message=${hidden}`);
    expect(found).toContain('Dolphins');
    expect(found).not.toContain('Octopuses do.');
    expect(found).toMatch(
      new RegExp(`href="/chat/${conversationId}#latest"[^>]*>Back to the current branch`),
    );
    expect([await rows(), await chosen()]).toEqual(before);
    expect(await textOf(`/chat/${conversationId}`)).toContain('Octopuses do.');
  });

  it('answers other users, unknown messages and hostile texts', async () => {
    expect((await get(`/chat/${conversationId}?message=${hidden}`, otherId)).status).toBe(404);
    expect((await get(`/chat/${conversationId}?message=${conversationId}`)).status).toBe(404);
    expect((await get(`/chat/${conversationId}?message=x`)).status).toBe(404);
    expect(await (await get('/api/search?q=whales', otherId)).json()).toEqual({
      titles: [],
      messages: [],
      next: null,
      corrected: null,
    });
    expect(await (await get('/api/search/enable')).json()).toBe(true);
    const found = (await (await get('/api/search?q=animals')).json()) as { titles: object[] };
    expect(found).toMatchObject({ titles: [{ conversationId }], messages: [{ conversationId }], next: null });
    for (const query of ['..', '/', '+(x', '@', '🦖', "'", '%00', 'x'.repeat(8000)]) {
      const page = await get(`/search?q=${encodeURIComponent(query)}`);
      expect([query.slice(0, 9), page.status]).toEqual([query.slice(0, 9), 200]);
      expect(await page.text()).toContain('Nothing found');
    }
    expect((await get(`/api/search?q=${'x'.repeat(8000)}`)).status).toBe(400);
    expect((await get('/api/search?q=sea&from=yesterday')).status).toBe(400);
    expect((await get('/api/search?q=sea&after=x')).status).toBe(400);
    expect((await get('/search/a%2Fb', userId)).url).toContain('/search');
    const invalid = await textOf('/search?q=sea&from=yesterday&cost=much');
    expect(invalid).toContain('Enter a date.');
    expect(invalid).toContain('Enter an amount, for example 0.05.');
  });
});
