import type { ChatMessage } from '#app/contracts/chat.ts';
import { signatureOf } from '#app/core/catalogue/signature.ts';
import { shownLeaf } from '#app/core/conversations/shown-branch.ts';
import {
  branchPositions,
  pageAllBranches,
  pageAtPositions,
} from '#app/core/conversations/messages/whole-conversation.ts';
import { readReplySoFar } from '#app/core/generation/stream/reader.ts';
import type { Autocommit } from '#db/transaction.ts';

/** A message of an export: a running reply has the text that it has so far, and is marked as unfinished. */
export interface ExportedMessage extends ChatMessage {
  /** The name of the model that answered; the sender of a user's message. */
  signature: string;
}

/** A conversation whose owner was checked. */
export interface ExportSource {
  id: string;
  /** The last message of the shown branch; null: the newest. */
  leafId: string | null;
}

/** Yields the messages of an export page by page: of all branches, or of the shown one. */
export async function* readMessages(
  tx: Autocommit,
  { id, leafId }: ExportSource,
  hasBranches: boolean,
): AsyncGenerator<ExportedMessage[]> {
  if (hasBranches) {
    for await (const page of pageAllBranches(tx, id)) yield await completeMessages(tx, page);
    return;
  }
  yield* readAt(tx, id, await shownPositions(tx, { id, leafId }));
}

/** The positions of the shown branch, its first message first. */
export async function shownPositions(tx: Autocommit, { id, leafId }: ExportSource): Promise<number[]> {
  return branchPositions(tx, {
    conversationId: id,
    leafId: await shownLeaf(tx, { conversationId: id, leafId }),
  });
}

/** Yields the messages at these positions page by page, in the given order. */
export async function* readAt(
  tx: Autocommit,
  conversationId: string,
  positions: readonly number[],
): AsyncGenerator<ExportedMessage[]> {
  for await (const page of pageAtPositions(tx, conversationId, positions))
    yield await completeMessages(tx, page);
}

function completeMessages(tx: Autocommit, messages: readonly ChatMessage[]): Promise<ExportedMessage[]> {
  return Promise.all(
    messages.map(async (message) => ({
      ...message,
      ...(await textSoFar(message)),
      signature: message.isCreatedByUser ? message.sender : await signatureOf(tx, message),
    })),
  );
}

/** The text of a running reply, which nothing waits for. A continued reply begins with its earlier text. */
async function textSoFar({ submitting, generationId, text }: ChatMessage) {
  if (!submitting || generationId === null) return {};
  const soFar = await readReplySoFar(generationId);
  return {
    text: soFar.text.length >= text.length ? soFar.text : text,
    thinking: soFar.thinking || null,
    unfinished: true,
  };
}
