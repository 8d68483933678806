import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** What an intent works with: the signed-in user, the conversation of the address, and the form. */
export interface IntentArgs {
  userId: string;
  requestId: string;
  /** The caller's address, right behind TRUST_PROXY. */
  address: string;
  /** null on the page of a new conversation. */
  conversationId: string | null;
  form: FormData;
  /** The Cookie header. */
  cookies: string | null;
}

/** What an intent leaves: where the browser goes next, and cookies to set. */
export interface IntentResult {
  /** The conversation to show; null for a new one. */
  conversationId: string | null;
  /** Set when the browser must leave the page that it is on. */
  leave?: boolean;
  cookies?: readonly string[];
  /** Id of what the next page begins with, in place of its end. */
  anchor?: string;
  /** Query of the next page, such as the model of a new conversation. */
  query?: string;
}

/** A field that must hold something. */
export const requiredText = (name: string) => z.string(`${name} is required.`);

const PLACE = z.object({ conversationId: z.string('conversationId is required.') });

/** What stands in the composer beside what one of its buttons is about. */
export const UNSENT = z.object({ text: z.string().default(''), files: z.array(z.string()).optional() });

/**
 * The conversation that an intent is about.
 * @throws AppError invalid_request with the spec's words
 */
export function requiredConversation({ conversationId, form }: IntentArgs): string {
  return conversationId ?? readFields(form, PLACE).conversationId;
}

/** Keeps what stands in the composer. An empty box leaves a draft alone that another page has. */
export async function keepInBox(
  { userId, conversationId }: Pick<IntentArgs, 'userId' | 'conversationId'>,
  text: string,
  files: readonly string[],
): Promise<void> {
  const conversationKey = conversationId ?? NEW_CONVERSATION;
  if (text.trim() !== '' || files.length > 0)
    await saveDraft(AUTOCOMMIT, { userId, conversationKey }, text, files);
}

/** The model that was chosen for the next message stays chosen. */
export function withModel(model: string | undefined): string | undefined {
  return model && `model=${encodeURIComponent(model)}`;
}
