import { expect } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import type { AdmittedReply, ChatSend } from '#app/contracts/send.ts';
import { listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { wakeJob } from '#app/core/generation/run/job/webhook.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A reply as it is stored now. */
export async function stored({ conversationId, reply }: AdmittedReply): Promise<ChatMessage> {
  const { messages } = await listMessages(AUTOCOMMIT, { conversationId });
  return messages.find(({ messageId }) => messageId === reply.messageId)!;
}

/** Waits for the end of a reply. */
export async function ended(admitted: AdmittedReply): Promise<ChatMessage> {
  const { generationId } = admitted;
  const signal = AbortSignal.timeout(90_000);
  let isOver = false;
  for await (const { event } of readReply({ generationId, cursor: START_CURSOR, signal }))
    isOver = event.type === 'end';
  expect(isOver).toBe(true);
  return stored(admitted);
}

/** The same for a video: the test wakes its worker again and again, instead of its own schedule. */
export async function endedVideo(admitted: AdmittedReply): Promise<ChatMessage> {
  let isOver = false;
  const end = ended(admitted).finally(() => (isOver = true));
  const look = async () => {
    await wakeJob(admitted.generationId);
    return isOver;
  };
  await expect.poll(look).toBe(true);
  return end;
}

/** Sends a message and waits for its reply. */
export async function say(send: ChatSend): Promise<AdmittedReply & { stored: ChatMessage }> {
  const admitted = await admitMessage(send);
  return { ...admitted, stored: await ended(admitted) };
}

/** The position after a reply, as the parent of the next message. */
export const after = ({ conversationId, reply }: AdmittedReply): Partial<ChatSend> => ({
  conversationId,
  parentMessageId: reply.messageId,
});

export const idsOf = ({ files }: Pick<ChatMessage, 'files'>): string[] => files.map((file) => file.file_id);
