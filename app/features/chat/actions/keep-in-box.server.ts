import { z } from 'zod';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { IntentArgs } from './intent-args.server.ts';

/** What stands in the composer beside what one of its buttons is about. */
export const UNSENT = z.object({ text: z.string().default(''), files: z.array(z.string()).optional() });

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
