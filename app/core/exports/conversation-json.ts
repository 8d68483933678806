import { pageLinks } from '#app/core/conversations/messages/whole-conversation.ts';
import type { Autocommit } from '#db/transaction.ts';
import {
  readAt,
  readMessages,
  shownPositions,
  type ExportedMessage,
  type ExportSource,
} from './exported-messages.ts';
import { MessageTree, type NestedPlace } from './message-tree.ts';

/** Names the shape of the file, for imports; see README.md. */
export const JSON_FORMAT = 'parlance-conversation';
export const JSON_VERSION = 1;

/** Messages of a nested export whose places are known at a time. */
const PLACES = 1000;

/** A message in a JSON file, without the messages below it. */
function describeMessage(message: ExportedMessage) {
  const { messageId, parentMessageId, sender, text, thinking, isCreatedByUser, isEdited } = message;
  const { model, endpoint, createdAt, updatedAt, finish_reason, error, unfinished, cancelled } = message;
  return {
    messageId,
    parentMessageId,
    sender,
    text,
    ...(thinking !== null && { thinking }),
    isCreatedByUser,
    isEdited,
    model,
    endpoint,
    createdAt,
    updatedAt,
    finish_reason,
    error,
    ...(error && { errorCode: message.errorCode, errorDetail: message.errorDetail }),
    unfinished,
    cancelled,
    files: message.files.map(({ file_id, filename, type, size, width, height, duration }) => ({
      file_id,
      filename,
      type,
      size,
      width,
      height,
      duration,
    })),
  };
}

/**
 * Yields the list of messages of a JSON file: `,"messages":[…]`, each message after its parent.
 * @param hasBranches all branches, else the shown one
 */
export async function* writeSequence(
  tx: Autocommit,
  source: ExportSource,
  hasBranches: boolean,
): AsyncGenerator<string> {
  yield ',\n"messages":[';
  let isFirst = true;
  for await (const page of readMessages(tx, source, hasBranches)) {
    if (page.length === 0) continue;
    const lines = page.map((message) => JSON.stringify(describeMessage(message)));
    yield `${isFirst ? '' : ','}\n${lines.join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}

/**
 * Prepares a nested list of messages.
 * @returns the pieces of `,"messagesTree":[…]`, in which `children` of a message are the messages that answer it
 * @throws AppError invalid_request for `order` when the conversation is too deep
 */
export async function nestSequence(
  tx: Autocommit,
  source: ExportSource,
  hasBranches: boolean,
): Promise<AsyncGenerator<string>> {
  const tree = new MessageTree();
  if (hasBranches) for await (const links of pageLinks(tx, source.id)) tree.add(links);
  else {
    const positions = await shownPositions(tx, source);
    tree.add(positions.map((position, index) => ({ position, parent: positions[index - 1] ?? null })));
  }
  return writeNested(tx, source, tree);
}

async function* writeNested(tx: Autocommit, { id }: ExportSource, tree: MessageTree): AsyncGenerator<string> {
  yield ',\n"messagesTree":[';
  let above = 0;
  for (const places of chunksOf(tree.nested(), PLACES)) {
    const depths = places.map(({ depth }) => depth);
    let at = 0;
    for await (const page of readAt(
      tx,
      id,
      places.map(({ position }) => position),
    )) {
      yield page
        .map((message) => {
          const depth = depths[at]!;
          at += 1;
          const before = depth > above ? '' : `${']}'.repeat(above - depth + 1)},`;
          above = depth;
          return `${before}\n${JSON.stringify(describeMessage(message)).slice(0, -1)},"children":[`;
        })
        .join('');
    }
  }
  yield `${']}'.repeat(above)}]`;
}

function* chunksOf(places: Iterable<NestedPlace>, size: number): Generator<NestedPlace[]> {
  let chunk: NestedPlace[] = [];
  for (const place of places) {
    chunk.push(place);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
