import { closeDatabase, connectDatabase } from '#db/client.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { makeConversation, makeLongBranch } from '#tests/fixtures/conversation.ts';
import { PASSWORD, signUp } from '#tests/fixtures/sign-up.ts';
import type { Application } from '#tests/setup/start-application.ts';
import type { Place } from './callers.ts';

export const LONG = 3000;

const EMAIL = 'long@example.test';
const TOKENS = 16;
const textOf = (number: number) => `This is message number ${number}, which has a dozen words or so.`;

/** A place at the end of a conversation of 3,000 messages, and the cookies of its user's browser. */
export interface LongConversation extends Place {
  cookie: string;
}

/** Makes the conversation, for a user of its own, as if its messages had been sent one after the other. */
export async function makeLongConversation({ url, databaseUrl }: Application): Promise<LongConversation> {
  const token = await signUp(url, EMAIL);
  const cookie = await signInToPages(url);
  connectDatabase(databaseUrl);
  try {
    const user = await selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM users WHERE email = ?', [EMAIL]);
    const { id } = await makeConversation(user!.id);
    const ids = await makeLongBranch({ id, userId: user!.id }, LONG, textOf);
    await change(AUTOCOMMIT, 'UPDATE messages SET tokens = ? WHERE conversation_id = ?', [TOKENS, id]);
    await change(
      AUTOCOMMIT,
      'UPDATE conversations SET model = ?, next_position = ?, leaf_id = ?, chosen_root_id = ? WHERE id = ?',
      ['sandbox/small', LONG + 1, ids.at(-1)!, ids[0]!, id],
    );
    return { token, cookie, conversationId: id, replyId: ids.at(-1)! };
  } finally {
    await closeDatabase();
  }
}

async function signInToPages(url: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}
