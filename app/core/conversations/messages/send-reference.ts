import { createHash } from 'node:crypto';
import type { ChatSend } from '#app/contracts/send.ts';

/** The same id with the same content is the same send; the same id with other content (Back button) is another. */
export function sendReference(send: ChatSend): string | null {
  if (!send.clientMessageId) return null;
  const parts = [
    send.clientMessageId,
    send.mode,
    send.conversationId,
    send.parentMessageId,
    send.text.trim(),
    // Of a message without any as it was before there were files.
    ...(send.files?.length ? [send.files] : []),
    ...(send.parameters.media ? [send.parameters.media] : []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
