import { z } from 'zod';
import { readFields } from '#app/http/body/parse-form.ts';

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

/**
 * The conversation that an intent is about.
 * @throws AppError invalid_request with the spec's words
 */
export function requiredConversation({ conversationId, form }: IntentArgs): string {
  return conversationId ?? readFields(form, PLACE).conversationId;
}
