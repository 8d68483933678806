import { expect, it } from 'vitest';
import { endOwnSession } from '#app/core/accounts/sessions/sessions.ts';
import { editMessageText } from '#app/core/conversations/messages/stored-messages.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Columns of ids are ASCII, and the database refuses to compare them with other letters. */
const ID = '会話';

it('a session with an id of another script does not exist', async () => {
  expect(await endOwnSession(AUTOCOMMIT, { userId: newId(), sessionId: ID })).toBe(false);
});

it.each(['messageId', 'conversationId'])(
  'a message does not exist for a %s of another script',
  async (name) => {
    const ids = { userId: newId(), messageId: newId(), conversationId: newId(), [name]: ID };
    await expect(editMessageText(AUTOCOMMIT, ids, 'Rivers')).rejects.toMatchObject({ code: 'not_found' });
  },
);
