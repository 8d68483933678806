import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findExpiredOwner } from '#app/core/accounts/sessions/sessions.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readChatFields } from './read-chat-form.server.ts';

const UNSENT = z.object({ text: z.string().default('') });

/**
 * Keeps the text of a form that came after its session had run out, as the draft of whose session it was: a
 * browser without scripts keeps nothing, and after the sign-in the text stands in the box again. Who lost the
 * session otherwise, or holds one that was ended, leaves nothing.
 */
export async function keepUnsent(request: Request, conversationKey = NEW_CONVERSATION): Promise<void> {
  const sessionId = await readSessionCookie(request);
  const userId = sessionId === null ? null : await findExpiredOwner(AUTOCOMMIT, sessionId);
  if (userId === null) return;
  const { text } = readFields(await readChatFields(request), UNSENT);
  if (text.trim() === '') return;
  try {
    await saveDraft(AUTOCOMMIT, { userId, conversationKey }, text);
  } catch (error) {
    // The conversation is gone; there is no box for the text, and the sign-in comes first.
    if (!(error instanceof AppError)) throw error;
  }
}
