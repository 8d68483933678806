import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeProfile, changeSpendingLimits } from '#app/core/accounts/account-settings.ts';
import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { eraseConversations } from '#app/core/conversations/deletion.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { trashMessages } from '#app/core/conversations/trash/trashed-branches.ts';
import { trashConversation } from '#app/core/conversations/trash/trashed-chats.ts';
import { deleteAccount, eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { findAccountById } from '#app/core/ledger/accounts.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { createPresets } from '#app/core/presets/saved-presets.ts';
import { createTemplate } from '#app/core/prompts/own-templates.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { openShare } from '#app/core/shares/opening.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { conclude, appendOutput, takeRun } from '#tests/fixtures/hand-worker.ts';
import { moneyOf, soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { share } from '#tests/integration/shares/stage.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

/** Part of all texts of the user, and of no other data. */
const PLANTED = 'zanzibar';

useUnservedModel();
beforeAll(() => openQueue(config().REDIS_URL));
afterAll(() => closeQueue());

/** Every row of every table as text. */
async function wholeDatabase(): Promise<Map<string, string>> {
  const tables = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const dumped = tables.map(async ({ name }): Promise<[string, string]> => [
    name,
    JSON.stringify(await selectRows(AUTOCOMMIT, `SELECT * FROM \`${name}\``)),
  ]);
  return new Map(await Promise.all(dumped));
}

const holding = async (text: string) =>
  [...(await wholeDatabase())].flatMap(([table, rows]) => (rows.includes(text) ? [table] : [])).toSorted();

/** As if the account had been deleted so long ago that all its requests have ended. */
const longAgo = (userId: string) =>
  change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) - INTERVAL 5 MINUTE WHERE id = ?', [userId]);

/** A user with data in every table. */
async function person(): Promise<{ userId: string; accountId: string; token: string }> {
  const { userId, accountId } = await createAccount({
    name: `Ada ${PLANTED}`,
    email: `${PLANTED}@example.test`,
    username: PLANTED,
    creditMicro: 1_000_000n,
  });
  const { id, conversationId } = await admitSend(userId, `What of ${PLANTED}?`);
  const hand = await takeRun(id, 1);
  await conclude(hand, `An island, ${PLANTED}.`);
  await change(AUTOCOMMIT, 'UPDATE generations SET error_detail = ?, parameters = ? WHERE id = ?', [
    PLANTED,
    JSON.stringify({ system: PLANTED }),
    id,
  ]);
  await saveDraft(AUTOCOMMIT, { userId, conversationKey: 'new' }, `More of ${PLANTED}`);
  const chat = await makeConversation(userId, { title: PLANTED });
  const make = messageMaker(chat);
  await make();
  const target = { userId, conversationId: chat.id, messageId: await make({ text: PLANTED }) };
  await transaction((tx) => trashMessages(tx, { ...target, scope: 'branch' }));
  await transaction((tx) => trashConversation(tx, target));
  const preset = {
    title: PLANTED,
    endpoint: null,
    model: PLANTED,
    options: { promptPrefix: PLANTED },
    carried: {},
  };
  await createPresets(userId, [{ ...preset, isDefault: true }]);
  await createTemplate(userId, { title: PLANTED, text: PLANTED });
  const { keyId } = await addKey(userId, { name: PLANTED });
  await startSession(AUTOCOMMIT, { userId, kind: 'browser', userAgent: PLANTED, address: null });
  await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'change', email: `${PLANTED}@other.test` });
  await change(
    AUTOCOMMIT,
    `INSERT INTO idempotent_calls (api_key_id, key_hash, request_hash, generation_id, answer, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, NOW(3), NOW(3) + INTERVAL 1 DAY)`,
    [keyId, 'a'.repeat(64), 'b'.repeat(64), id, PLANTED],
  );
  await change(
    AUTOCOMMIT,
    `INSERT INTO responses (id, user_id, ancestors, asked, answer, bytes, created_at)
     VALUES (?, ?, '[]', ?, ?, 1, NOW(3))`,
    [id, userId, PLANTED, PLANTED],
  );
  await change(
    AUTOCOMMIT,
    `INSERT INTO purchases (id, account_id, provider, payment_id, state, email, created_at)
     VALUES (?, ?, 'stripe', 'pi_1', 'paid', ?, NOW(3))`,
    [newId(), accountId, `${PLANTED}@example.test`],
  );
  const { token } = await share({ userId, id: conversationId! }, { author: PLANTED });
  return { userId, accountId, token };
}

it('leaves no text of the user or for them, in any table; amounts remain', async () => {
  const { userId, accountId, token } = await person();
  const other = await createAccount({ creditMicro: 1_000_000n });
  await admitSend(other.userId, 'Of somebody else');
  expect(await holding(PLANTED)).toEqual([
    'api_keys',
    'chat_setups',
    'conversations',
    'drafts',
    'email_tokens',
    'generations',
    'idempotent_calls',
    'messages',
    'presets',
    'prompt_templates',
    'purchases',
    'responses',
    'sessions',
    'shared_messages',
    'shares',
    'trashed_branches',
    'trashed_conversations',
    'users',
  ]);
  const charged = await selectRow<{ amount_micro: string }>(
    AUTOCOMMIT,
    `SELECT amount_micro FROM ledger_entries WHERE account_id = ? AND kind = 'charge'`,
    [accountId],
  );
  await deleteAccount(userId);
  // Links end at once; their copies of the chat are erased with everything else.
  await expect(openShare(token, { userId: null, pass: null })).rejects.toMatchObject({ code: 'not_found' });
  await longAgo(userId);
  expect(await eraseAccount({ userId })).toBeUndefined();
  expect(await holding(PLANTED)).toEqual([]);
  expect(await holding('Of somebody else')).toEqual(['conversations', 'messages']);
  const kinds = await selectRows<{ kind: string }>(
    AUTOCOMMIT,
    'SELECT kind FROM ledger_entries WHERE account_id = ? ORDER BY id',
    [accountId],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['signup', 'charge', 'expiry']);
  expect(await soundBalance(userId)).toBe(0n);
  const run = await selectRow<Record<string, string>>(
    AUTOCOMMIT,
    'SELECT model, charged_micro, prompt_tokens FROM generations WHERE user_id = ?',
    [userId],
  );
  expect(run?.['charged_micro']).toBe(String(-BigInt(charged!.amount_micro)));
  expect(Number(run?.['prompt_tokens'])).toBeGreaterThan(0);
  expect(await eraseAccount({ userId }), 'once more').toBeUndefined();
  expect(await soundBalance(userId)).toBe(0n);
});

it('changes no account that was not deleted', async () => {
  const { userId } = await person();
  const before = await holding(PLANTED);
  expect(await eraseAccount({ userId })).toBeUndefined();
  expect(await holding(PLANTED)).toEqual(before);
});

it('repeats until no earlier request can write any more, and erases later writes', async () => {
  const { userId } = await person();
  await deleteAccount(userId);
  const again = await eraseAccount({ userId });
  expect(again?.againInSeconds).toBeGreaterThan(50);
  expect(await holding(PLANTED)).toEqual([]);
  await changeProfile(AUTOCOMMIT, { userId, name: PLANTED, username: PLANTED });
  await saveDraft(AUTOCOMMIT, { userId, conversationKey: 'new' }, PLANTED);
  await addKey(userId, { name: PLANTED });
  await longAgo(userId);
  expect(await eraseAccount({ userId })).toBeUndefined();
  expect(await holding(PLANTED)).toEqual([]);
});

it('deletes the user’s spending settings', async () => {
  const { userId, accountId } = await person();
  const other = await createAccount({ creditMicro: 1_000_000n });
  const limits = { caps: { daily: 50n, monthly: null }, belowMicro: 10_000n };
  await Promise.all([changeSpendingLimits(userId, limits), changeSpendingLimits(other.userId, limits)]);
  expect(await holding(accountId)).toEqual(
    expect.arrayContaining(['account_spend', 'balance_alerts', 'spending_caps']),
  );
  await deleteAccount(userId);
  await longAgo(userId);
  expect(await eraseAccount({ userId })).toBeUndefined();
  const tables = await holding(accountId);
  for (const table of ['account_spend', 'balance_alerts', 'spending_caps'])
    expect(tables).not.toContain(table);
  expect(await holding(other.accountId)).toEqual(expect.arrayContaining(['balance_alerts', 'spending_caps']));
  expect((await findAccountById(AUTOCOMMIT, accountId))?.hasCaps).toBe(false);
});

it('stops a running reply, waits for its end, and forfeits its hold', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId, PLANTED);
  const hand = await takeRun(id, 1);
  await appendOutput(hand, `${PLANTED}, `);
  await deleteAccount(userId);
  const { balance, held } = await moneyOf(userId);
  expect(held).toBeGreaterThan(0n);
  expect(balance, 'only what no run had reserved is forfeited').toBe(held);
  await longAgo(userId);
  expect(await eraseAccount({ userId })).toEqual({ againInSeconds: 2 });
  expect((await columnsOf(id))?.['stop_requested_at']).not.toBeNull();
  await conclude(hand, `and ${PLANTED}`);
  expect(await eraseAccount({ userId })).toBeUndefined();
  expect(await soundBalance(userId)).toBe(0n);
  expect(await holding(PLANTED)).toEqual([]);
});

it('closes a reply that no worker has claimed yet', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId, PLANTED);
  await deleteAccount(userId);
  await longAgo(userId);
  await eraseAccount({ userId });
  expect(await eraseAccount({ userId })).toBeUndefined();
  expect((await columnsOf(id))?.['state']).toBe('stopped');
  expect(await soundBalance(userId)).toBe(0n);
  expect(await holding(PLANTED)).toEqual([]);
});

it('continues after a killed one, beside a second one, over more than a batch', async () => {
  const { userId } = await createAccount();
  const conversationId = newId();
  const rows = Array.from({ length: 1_300 }, (_, at) => [
    newId(),
    userId,
    conversationId,
    at + 1,
    newId(),
    true,
    'User',
    PLANTED,
    new Date(),
    new Date(),
  ]);
  await change(
    AUTOCOMMIT,
    `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, is_created_by_user, sender, text,
       created_at, updated_at) VALUES ?`,
    [rows],
  );
  await deleteAccount(userId);
  await longAgo(userId);
  expect(await eraseConversations(userId, 500)).toBe(500);
  expect(await Promise.all([eraseAccount({ userId }), eraseAccount({ userId })])).toEqual([
    undefined,
    undefined,
  ]);
  expect(await holding(PLANTED)).toEqual([]);
});
