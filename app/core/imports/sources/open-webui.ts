import {
  idOf,
  isObject,
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

/** The beginning of a block that the product puts before an answer: thoughts, or the use of a tool. */
const BLOCK = '<details type="';

const BLOCK_END = '</details>';

/** Open WebUI: `chat.history.messages` by their ids, and `currentId`. */
export const openWebUi: Source = {
  name: 'openwebui',
  recognizes: (value) => isObject(objectOf(objectOf(value.chat).history).messages),
  read(value) {
    const chat = objectOf(value.chat);
    const history = objectOf(chat.history);
    const [model] = Array.isArray(chat.models) ? (chat.models as unknown[]) : [];
    const createdAt = timeOf(value.created_at) ?? timeOf(chat.timestamp);
    const title = textOf(value.title) || textOf(chat.title);
    return {
      source: 'openwebui',
      id: idOf(value.id) ?? idOf(chat.id) ?? `${createdAt}:${title}`,
      title,
      createdAt,
      updatedAt: timeOf(value.updated_at),
      model: textOf(model),
      leafId: idOf(history.currentId),
      isOrdered: false,
      nodes: Object.entries(objectOf(history.messages)).map(([id, message]) =>
        readNode(id, objectOf(message)),
      ),
    };
  },
};

function readNode(id: string, message: JsonObject): SourceNode {
  const place = { id, parentId: idOf(message.parentId) };
  const { role } = message;
  if (role === 'system') return { ...place, message: null, omitted: 'system' };
  if (role !== 'user' && role !== 'assistant') return { ...place, message: null, omitted: 'tool' };
  return { ...place, message: readMessage(message, role === 'user') };
}

function readMessage(message: JsonObject, isCreatedByUser: boolean): SourceMessage {
  const written = textOf(message.content);
  const { text, thinking } = isCreatedByUser ? { text: written, thinking: '' } : splitBlocks(written);
  return {
    isCreatedByUser,
    text,
    thinking,
    sender: textOf(message.modelName),
    model: textOf(message.model),
    createdAt: timeOf(message.timestamp),
    isUnfinished: message.done === false,
    notes: objectsOf(message.files).map((file): MessageNote => (file.type === 'image' ? 'image' : 'file')),
  };
}

/**
 * Splits the blocks before an answer from its text: thoughts without their summary and marks of quotation; the
 * use of tools is left out. Each step passes the text once.
 */
export function splitBlocks(content: string): { text: string; thinking: string } {
  const thoughts: string[] = [];
  let at = 0;
  for (;;) {
    const begin = skipSpace(content, at);
    if (!content.startsWith(BLOCK, begin)) break;
    const end = content.indexOf(BLOCK_END, begin);
    if (end === -1) break;
    if (content.startsWith('reasoning"', begin + BLOCK.length))
      thoughts.push(thoughtOf(content.slice(begin, end)));
    at = end + BLOCK_END.length;
  }
  return { text: at === 0 ? content : content.slice(at).trimStart(), thinking: thoughts.join('\n\n') };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at += 1;
  return at;
}

function thoughtOf(block: string): string {
  const summary = block.indexOf('</summary>');
  const body =
    summary === -1 ? block.slice(block.indexOf('>') + 1) : block.slice(summary + '</summary>'.length);
  return body
    .split('\n')
    .map((line) => line.replace(/^(?:>|&gt;) ?/, ''))
    .join('\n')
    .trim();
}
