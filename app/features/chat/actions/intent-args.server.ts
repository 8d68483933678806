import { AppError } from '#app/contracts/errors.ts';
import { formText } from '#app/contracts/form-text.ts';

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
  cookie?: string;
  /** Id of what the next page begins with, in place of its end. */
  anchor?: string;
  /** Query of the next page, such as the model of a new conversation. */
  query?: string;
}

/** A text of the form, or null when it is absent or empty. */
export function optionalText(form: FormData, name: string): string | null {
  return formText(form, name) || null;
}

/** @throws AppError invalid_request naming the field */
export function requiredText(form: FormData, name: string): string {
  const value = formText(form, name);
  if (value === '') throw new AppError('invalid_request', { param: name, message: `${name} is required.` });
  return value;
}

/**
 * The conversation that an intent is about.
 * @throws AppError invalid_request with the spec's words
 */
export function requiredConversation({ conversationId, form }: IntentArgs): string {
  const id = conversationId ?? optionalText(form, 'conversationId');
  if (id === null) {
    throw new AppError('invalid_request', {
      param: 'conversationId',
      message: 'conversationId is required.',
    });
  }
  return id;
}
