import {
  idOf,
  objectsOf,
  textOf,
  timeOf,
  type JsonObject,
  type MessageNote,
  type Source,
  type SourceNode,
} from './source.ts';
import { flatten } from './librechat.ts';

/** The first field of our own files (`format`). */
export const OWN_FORMAT = 'parlance-conversation';

/** Our own export of one conversation; its messages are laid out like LibreChat's, in sequence or nested. */
export const parlance: Source = {
  name: 'parlance',
  recognizes: (value) =>
    value.format === OWN_FORMAT &&
    typeof value.conversationId === 'string' &&
    (Array.isArray(value.messages) || Array.isArray(value.messagesTree)),
  read: (value) => ({
    source: 'parlance',
    id: textOf(value.conversationId),
    title: textOf(value.title),
    createdAt: timeOf(value.createdAt),
    updatedAt: timeOf(value.updatedAt),
    endpoint: textOf(value.endpoint),
    model: textOf(value.model),
    leafId: idOf(value.leafMessageId),
    isOrdered: true,
    nodes: flatten(value.messagesTree ?? value.messages).map(readNode),
  }),
};

function readNode({ id, parentId, message }: ReturnType<typeof flatten>[number]): SourceNode {
  if (message.error === true && textOf(message.text) === '')
    return { id, parentId, message: null, omitted: 'failed' };
  return {
    id,
    parentId,
    message: {
      isCreatedByUser: message.isCreatedByUser === true,
      text: textOf(message.text),
      thinking: textOf(message.thinking),
      sender: textOf(message.sender),
      model: textOf(message.model),
      createdAt: timeOf(message.createdAt),
      updatedAt: timeOf(message.updatedAt),
      isEdited: message.isEdited === true,
      isUnfinished: message.unfinished === true,
      isCancelled: message.cancelled === true,
      finishReason: idOf(message.finish_reason),
      notes: notesOf(message),
    },
  };
}

function notesOf({ files }: JsonObject): MessageNote[] {
  return objectsOf(files).map((file) => (textOf(file.type).startsWith('image/') ? 'image' : 'file'));
}
