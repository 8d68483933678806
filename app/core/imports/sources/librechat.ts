import { ROOT_ID } from '#app/contracts/chat.ts';
import {
  idOf,
  isObject,
  joinParts,
  objectOf,
  objectsOf,
  textOf,
  timeOf,
  type JsonObject,
  type MessageNote,
  type Source,
  type SourceMessage,
  type SourceNode,
} from './source.ts';

/** LibreChat: `messages` in sequence, or nested in each other by `children`. */
export const librechat: Source = {
  name: 'librechat',
  recognizes: (value) =>
    typeof value.conversationId === 'string' &&
    (Array.isArray(value.messages) || Array.isArray(value.messagesTree)),
  read(value) {
    const options = objectOf(value.options);
    const nodes = flatten(value.messagesTree ?? value.messages).map(({ message, parentId, id }): SourceNode =>
      message.error === true
        ? { id, parentId, message: null, omitted: 'failed' }
        : { id, parentId, message: readMessage(message) },
    );
    return {
      source: 'librechat',
      id: textOf(value.conversationId),
      title: textOf(value.title),
      createdAt: timeOf(value.createdAt),
      updatedAt: timeOf(value.updatedAt),
      endpoint: textOf(value.endpoint) || textOf(options.endpoint),
      model: textOf(value.model) || textOf(options.model),
      leafId: null,
      isOrdered: true,
      nodes,
    };
  },
};

/** A message with its parent, which a nested list shows by its place. */
interface Placed {
  id: string;
  parentId: string | null;
  message: JsonObject;
}

/** Lists nested and sequential messages, each after its parent. Not recursive: the nesting may be of any depth. */
export function flatten(messages: unknown): Placed[] {
  const placed: Placed[] = [];
  const waiting = objectsOf(messages)
    .map((message) => ({ message, parent: null as string | null }))
    .reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { message, parent } = next;
    const id = idOf(message.messageId) ?? `message-${placed.length}`;
    const own = idOf(message.parentMessageId);
    placed.push({ id, parentId: parent ?? (own === ROOT_ID ? null : own), message });
    const children = objectsOf(message.children);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push({ message: children[at]!, parent: id });
  }
  return placed;
}

function readMessage(message: JsonObject): SourceMessage {
  const content = objectsOf(message.content);
  const parts = content.filter(({ type }) => type === 'text').map(({ text }) => valueOf(text));
  const thoughts = content.filter(({ type }) => type === 'think').map(({ think }) => valueOf(think));
  return {
    isCreatedByUser: message.isCreatedByUser === true,
    text: joinParts(parts) || textOf(message.text),
    thinking: joinParts(thoughts),
    sender: textOf(message.sender),
    model: textOf(message.model),
    createdAt: timeOf(message.createdAt),
    updatedAt: timeOf(message.updatedAt),
    isEdited: message.isEdited === true,
    isUnfinished: message.unfinished === true,
    notes: [...objectsOf(message.files), ...objectsOf(message.attachments)].map((file): MessageNote =>
      textOf(file.type).startsWith('image/') ? 'image' : 'file',
    ),
  };
}

/** A text, or an object that has it as its value. */
const valueOf = (value: unknown): string => (isObject(value) ? textOf(value.value) : textOf(value));
