import { expect, it } from 'vitest';
import { writeData } from '#app/features/auth/account/download/account-data.server.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { newId } from '#app/core/platform/ids.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { change, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { heapInUse } from '#tests/fuzz/heap.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

const ROOT = '00000000-0000-0000-0000-000000000000';
const TEXT = 'All work and no play. '.repeat(5_000);
/** Many megabytes of text: several of the pages that are read at once. */
const LONG = IS_FULL ? { conversations: 3, messages: 300 } : { conversations: 3, messages: 150 };
const ROWS = 50;

/** Conversations with long texts, whose messages are in two branches. */
async function talk(userId: string): Promise<number> {
  for (let number = 1; number <= LONG.conversations; number += 1) {
    const conversationId = newId();
    const at = new Date();
    await change(
      AUTOCOMMIT,
      'INSERT INTO conversations (id, user_id, title, endpoint, model, created_at, updated_at) VALUES (?)',
      [[conversationId, userId, `Talk ${number}`, 'openAI', 'm', at, at]],
    );
    const messages = Array.from({ length: LONG.messages }, (_, index): SqlValue[] => {
      const place = index + 1;
      return [newId(), userId, conversationId, place, ROOT, place % 2, 'Ada', TEXT, at, at];
    });
    for (let begin = 0; begin < messages.length; begin += ROWS)
      await change(
        AUTOCOMMIT,
        `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, is_created_by_user, sender, text,
           created_at, updated_at) VALUES ?`,
        [messages.slice(begin, begin + ROWS)],
      );
  }
  return LONG.conversations * LONG.messages * TEXT.length;
}

function dataOf(userId: string): AsyncGenerator<string> {
  const user = { id: userId, locale: null, defaultModel: null } as SessionUser;
  return writeData({ user, preferences: readPreferences(null), at: new Date() });
}

it('holds at most one page of an account in memory, however large the account is', async () => {
  const { userId } = await createAccount();
  const written = await talk(userId);
  const before = heapInUse();
  let [bytes, longest, most, pieces] = [0, 0, 0, 0];
  for await (const piece of dataOf(userId)) {
    bytes += piece.length;
    longest = Math.max(longest, piece.length);
    pieces += 1;
    if (pieces % (IS_FULL ? 5 : 12) === 0) most = Math.max(most, heapInUse() - before);
  }
  console.log(`${bytes} bytes in ${pieces} pieces: the longest ${longest}, at most ${most} in memory`);
  expect(bytes).toBeGreaterThan(written);
  expect(longest).toBeLessThan(written / 10);
  expect(most).toBeLessThan(written / 4);
}, 120_000);

it('holds every row of many pages once', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000n });
  const ids = await makePastCalls({ userId, count: 1_234 });
  const drafts = Array.from({ length: 23 }, () => newId());
  await change(AUTOCOMMIT, 'INSERT INTO drafts (user_id, conversation_key, text, updated_at) VALUES ?', [
    drafts.map((key) => [userId, key, `draft of ${key}`, new Date()]),
  ]);
  const { accountId } = await createAccount();
  await change(
    AUTOCOMMIT,
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at)
     SELECT ?, 'grant', CONCAT('g', id), 1, NOW(3) FROM generations WHERE user_id = ?`,
    [accountId, userId],
  );
  let text = '';
  for await (const piece of dataOf(userId)) text += piece;
  const data = JSON.parse(text) as {
    calls: { id: string }[];
    drafts: { conversationKey: string }[];
    ledgerEntries: { kind: string }[];
  };
  expect(data.calls.map(({ id }) => id)).toEqual(ids);
  expect(data.drafts.map(({ conversationKey }) => conversationKey)).toEqual(drafts.toSorted());
  expect(data.ledgerEntries, 'nobody else’s').toMatchObject([{ kind: 'signup' }]);
});
