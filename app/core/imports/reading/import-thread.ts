import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { readConversations, type Reading } from './read-conversations.ts';

/** The upload to read. */
export interface ThreadUpload {
  /** The path of the upload on this machine. */
  place: string;
  /** The maximum size of an upload in bytes. */
  maxBytes: number;
  userId: string;
  /** Number of results that an earlier reading has stored. */
  skip: number;
  port: MessagePort;
}

/** Characters of text in one batch of results, and results; a large conversation is a batch by itself. */
const BATCH_TEXT = 1_000_000;
const BATCH_COUNT = 100;

/** Each message on the port asks for the next results; an empty list is the end. Ends when the port is closed. */
export default async function readInThread({ port, skip, ...upload }: ThreadUpload): Promise<void> {
  const readings = readConversations(upload);
  let left = skip;
  port.on('message', () => void answer());
  await once(port, 'close');

  async function answer(): Promise<void> {
    const batch: Reading[] = [];
    let text = 0;
    while (batch.length < BATCH_COUNT && text < BATCH_TEXT) {
      const next = await readings.next();
      if (next.done) break;
      left -= 1;
      if (left >= 0) continue;
      batch.push(next.value);
      text += lengthOf(next.value);
    }
    port.postMessage(batch, []);
  }
}

function lengthOf(reading: Reading): number {
  if (reading.kind !== 'conversation') return 0;
  return reading.tree.messages.reduce(
    (sum, { text, thinking }) => sum + text.length + (thinking?.length ?? 0),
    0,
  );
}
