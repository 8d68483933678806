import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import type { Flash } from '#app/ui/toasts/toast.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Input of an intent: the signed-in user, the conversation of the address, and the form. */
export interface IntentArgs {
  userId: string;
  requestId: string;
  /** The caller's address, correct behind TRUST_PROXY. */
  address: string;
  /** Null on the page of a new conversation. */
  conversationId: string | null;
  form: FormData;
  /** The Cookie header. */
  cookies: string | null;
}

/** Result of an intent: where the browser goes next, and cookies to set. */
export interface IntentResult {
  /** The conversation to show; null for a new one. */
  conversationId: string | null;
  /** True when the browser must leave its current page. */
  leave?: boolean;
  cookies?: readonly string[];
  /** Id of the element that the next page begins with, in place of its end. */
  anchor?: string;
  /** A toast that says what was done, and may undo it. */
  flash?: Flash;
  /** Query of the next page, such as the model of a new conversation. */
  query?: string;
}

/** A required field. */
export const requiredText = (name: string) => z.string(`${name} is required.`);

const PLACE = z.object({ conversationId: z.string('conversationId is required.') });

/** Content of the composer, which its other buttons submit too. */
export const UNSENT = z.object({ text: z.string().default(''), files: z.array(z.string()).optional() });

/**
 * Returns the conversation that an intent is about.
 * @throws AppError invalid_request with the specification's message
 */
export function requiredConversation({ conversationId, form }: IntentArgs): string {
  return conversationId ?? readFields(form, PLACE).conversationId;
}

/**
 * Stores the content of the composer as a draft. An empty box does not overwrite the draft of another page.
 */
export async function storeUnsent(
  { userId, conversationId }: Pick<IntentArgs, 'userId' | 'conversationId'>,
  text: string,
  files: readonly string[],
): Promise<void> {
  const conversationKey = conversationId ?? NEW_CONVERSATION;
  if (text.trim() !== '' || files.length > 0)
    await saveDraft(AUTOCOMMIT, { userId, conversationKey }, text, files);
}

/** Returns a query that keeps the model chosen for the next message. */
export function withModel(model: string | undefined): string | undefined {
  return model && `model=${encodeURIComponent(model)}`;
}

/**
 * Returns the toast after a deletion.
 * @param trashId the entry in the trash; null if it was deleted for good
 * @param leaves the deletion leaves the page of the chat
 */
export function deletedFlash(what: 'chat' | 'message', trashId: string | null, leaves: boolean): Flash {
  if (trashId === null) return { severity: 'success', key: `chat:done.${what}Gone` };
  const undo = { intent: 'restore', target: trashId, ...(leaves && { leaves }) } as const;
  return { severity: 'success', key: `chat:done.${what}Trashed`, undo };
}
