import {
  fenced,
  idOf,
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

/** The parent of a first message. */
const ROOT = '00000000-0000-4000-8000-000000000000';

/** Claude: `chat_messages` in their order; newer exports name the parent of each. */
export const claude: Source = {
  name: 'claude',
  recognizes: (value) => Array.isArray(value.chat_messages),
  read(value) {
    const messages = objectsOf(value.chat_messages);
    const hasParents = messages.some((message) => idOf(message.parent_message_uuid) !== null);
    const ids = messages.map((message, index) => idOf(message.uuid) ?? `message-${index}`);
    const createdAt = timeOf(value.created_at);
    const title = textOf(value.name);
    return {
      source: 'claude',
      id: idOf(value.uuid) ?? `${createdAt}:${title}`,
      title,
      createdAt,
      updatedAt: timeOf(value.updated_at),
      endpoint: 'anthropic',
      model: textOf(value.model),
      leafId: idOf(value.current_leaf_message_uuid),
      isOrdered: true,
      nodes: messages.map((message, index): SourceNode => {
        const own = idOf(message.parent_message_uuid);
        const parentId = hasParents ? own : (ids[index - 1] ?? null);
        return {
          id: ids[index]!,
          parentId: parentId === ROOT ? null : parentId,
          message: readMessage(message),
        };
      }),
    };
  },
};

/** Texts, thoughts and the extracted text of attachments; the use of tools is left out. */
function readMessage(message: JsonObject): SourceMessage {
  const content = objectsOf(message.content);
  const texts = content.filter(({ type }) => type === 'text').map(({ text }) => textOf(text));
  const thoughts = content.filter(({ type }) => type === 'thinking').map(({ thinking }) => textOf(thinking));
  const attachments = objectsOf(message.attachments);
  const extracts = attachments.map(readAttachment);
  const files = Array.isArray(message.files) ? (message.files as unknown[]) : [];
  const withoutText = attachments.filter((_, index) => extracts[index] === '');
  return {
    isCreatedByUser: message.sender === 'human',
    text: joinParts([joinParts(texts) || textOf(message.text), ...extracts]),
    thinking: joinParts(thoughts),
    model: textOf(message.model),
    createdAt: timeOf(message.created_at),
    updatedAt: timeOf(message.updated_at),
    notes: [...files.map(noteOf), ...withoutText.map((): MessageNote => 'file')],
  };
}

function noteOf(file: unknown): MessageNote {
  const { file_kind: kind, file_name: name } = objectOf(file);
  return kind === 'image' || /\.(png|jpe?g|gif|webp)$/i.test(textOf(name).slice(-6)) ? 'image' : 'file';
}

function readAttachment({ extracted_content: content, file_name: name }: JsonObject): string {
  const text = textOf(content);
  return text === '' ? '' : joinParts([textOf(name).slice(0, 200), fenced(text)]);
}
